/**
 * Names of packages that people install by hand, most used first as far as the sources are ordered, and real ones that look like them.
 * Sources, of 2026-11: npm and PyPI: DataDog/guarddog at ca8b5b43d145, `top_npm_packages.json` and `top_pypi_packages.json` (the latter
 * made from hugovk/top-pypi-packages), with names that published typosquats copy; gems: `top_rubygems_packages.json` there; crates:
 * rust-lang/rust-playground at d098ad7d4951, `crate-information.json`. Names near to them are those among the registries' own lists
 * of downloads: npm with more than 60,000 a month, PyPI's 15,000 most downloaded.
 */
export const MOST_USED = {
  npm: `
  chalk commander debug tslib fs-extra semver glob @types/node typescript lodash yargs axios uuid mkdirp js-yaml rimraf node-fetch
  minimist dotenv strip-ansi minimatch react ms execa ws ajv async @babel/runtime @babel/core acorn react-dom string-width eslint
  core-js wrap-ansi prop-types qs prettier ora cross-spawn readable-stream type-fest source-map escape-string-regexp find-up rxjs
  form-data camelcase iconv-lite buffer which ansi-regex globby @typescript-eslint/parser has-flag safe-buffer ts-node object-assign
  moment webpack inherits lru-cache path-exists @typescript-eslint/eslint-plugin diff resolve yaml source-map-support brace-expansion
  path-to-regexp yargs-parser undici-types react-is arg nanoid json5 emoji-regex eslint-plugin-import color-name js-tokens fast-glob
  argparse signal-exit slash mime-types string_decoder through2 body-parser acorn-walk mime locate-path jsonwebtoken
  is-fullwidth-code-point globals graceful-fs @babel/parser micromatch get-stream pify isarray kind-of https-proxy-agent cookie events
  @babel/types glob-parent p-locate next is-stream open jsonfile dayjs is-number picocolors deepmerge eslint-plugin-react date-fns
  bluebird resolve-from eventemitter3 rollup ejs @babel/preset-env browserslist picomatch log-symbols path-key ini sprintf-js
  json-schema-traverse fast-deep-equal strip-json-comments convert-source-map make-dir bn.js regenerator-runtime @babel/traverse
  eslint-config-prettier onetime zod ignore lodash.merge shebang-regex isexe prompts estraverse @babel/generator eslint-scope
  http-errors strip-bom esbuild babel-jest function-bind chokidar eslint-visitor-keys make-error clsx pretty-format braces
  @testing-library/jest-dom tmp ansi-escapes caniuse-lite esprima cliui jquery mime-db minipass once create-require xml2js clone extend
  shebang-command handlebars normalize-path chai y18n v8-compile-cache-lib whatwg-url readdirp tough-cookie has-symbols cors vue
  scheduler escalade util-deprecate got reflect-metadata extend-shallow is-glob call-bind serve-static schema-utils espree
  is-plain-object eslint-plugin-react-hooks to-regex-range yocto-queue electron-to-chromium isobject webidl-conversions magic-string co
  yn encodeurl is-arrayish tr46 parse5 is-extglob loader-utils callsites doctrine path-parse wrappy bytes xtend big.js entities express
  node-addon-api inquirer graphql path-type yallist import-fresh concat-map parse-json require-directory hasown has-property-descriptors
  text-table statuses follow-redirects node-releases write-file-atomic is-wsl @testing-library/user-event @testing-library/react
  on-finished base64-js fs.realpath is-core-module jsdom @babel/code-frame indent-string jest-worker http-proxy-agent hosted-git-info
  has-proto anymatch eslint-plugin-jsx-a11y fast-json-stable-stringify eslint-plugin-prettier cli-cursor through long safer-buffer
  binary-extensions get-intrinsic depd escape-html file-entry-cache kleur p-try p-map strip-final-newline babel-loader sass import-local
  jest-resolve redux flatted immutable meow cheerio mocha is-plain-obj object.assign gopd imurmurhash update-browserslist-db fastq pump
  protobufjs decamelize tar define-properties htmlparser2 define-data-property send side-channel set-function-length es-errors lodash-es
  bignumber.js react-router-dom read-pkg restore-cursor finalhandler is-binary-path merge-stream tsconfig-paths es-define-property
  object-keys uri-js csstype istanbul-lib-instrument lines-and-columns run-parallel @babel/template tiny-invariant
  postcss-selector-parser @babel/helper-plugin-utils npm-run-path color is-extendable reusify end-of-stream progress loose-envify
  is-callable esrecurse word-wrap supports-preserve-symlinks-flag acorn-jsx json-parse-even-better-errors source-map-js combined-stream
  jest nodemon cross-env concurrently react-router vite vitest turbo nx create-react-app create-next-app create-vite create-vue degit
  tsx ts-jest husky lint-staged serve http-server pm2 npm-run-all npm-check-updates webpack-cli webpack-dev-server babel-cli gulp grunt
  bower yarn pnpm npm coffee-script underscore request colors q optimist mongoose mongodb mysql mysql2 pg redis ioredis sequelize
  typeorm prisma @prisma/client knex socket.io socket.io-client passport bcrypt bcryptjs helmet morgan multer nodemailer cookie-parser
  express-session koa fastify hapi @nestjs/core @nestjs/common @angular/core @angular/cli vuex vue-router pinia nuxt svelte
  @sveltejs/kit gatsby preact solid-js three d3 chart.js echarts leaflet axios-retry swr @tanstack/react-query zustand @reduxjs/toolkit
  styled-components @emotion/styled @mui/material antd bootstrap tailwindcss autoprefixer postcss-cli less node-sass stylelint storybook
  cypress playwright @playwright/test puppeteer selenium-webdriver sinon nyc ava tap supertest nock winston pino bunyan log4js
  request-promise superagent node-gyp aws-sdk firebase firebase-admin stripe discord.js telegraf ethers web3 hardhat openai electron
  electron-builder react-native expo ua-parser-js event-stream eslint-config-airbnb @vitejs/plugin-react uglify-js terser browserify
  shelljs yosay formidable sharp jimp ramda validator ajv-cli joi yup dotenv-cli oclif ink wrangler netlify-cli vercel serverless
  queue-microtask fast-levenshtein dedent @aws-sdk/types es-abstract agent-base bl negotiator estree-walker fast-xml-parser retry
  get-caller-file process-nextick-args cli-spinners @babel/preset-react has-tostringtag punycode natural-compare marked
  @typescript-eslint/utils ieee754 error-ex setprototypeof slice-ansi enhanced-resolve normalize-package-data is-path-inside
  @smithy/types find-cache-dir colorette delayed-stream pirates is-regex babel-core prelude-ls
  `,
  pypi: `
  boto3 packaging urllib3 certifi idna requests typing-extensions charset-normalizer setuptools botocore cryptography aiobotocore
  python-dateutil six pyyaml pydantic pygments cffi click numpy pluggy pycparser pydantic-core grpcio-status anyio s3transfer attrs
  protobuf h11 pytest annotated-types iniconfig fsspec httpx httpcore typing-inspection pandas pip s3fs markupsafe platformdirs
  python-dotenv pathspec pyjwt jinja2 rich jmespath markdown-it-py aiohttp filelock importlib-metadata yarl starlette multidict
  jsonschema zipp uvicorn propcache wheel mdurl pyasn1 pytz google-auth googleapis-common-protos frozenlist litellm fastapi rpds-py tqdm
  annotated-doc aiosignal referencing jsonschema-specifications trove-classifiers tzdata google-api-core aiohappyeyeballs pillow
  virtualenv greenlet colorama pyasn1-modules typer grpcio opentelemetry-sdk tenacity wrapt requests-oauthlib opentelemetry-api pyarrow
  awscli websockets opentelemetry-semantic-conventions python-multipart scipy sniffio pydantic-settings sqlalchemy pyparsing shellingham
  tomli lxml beautifulsoup4 oauthlib soupsieve psutil regex cachetools textual sglang openai exceptiongroup hatchling
  opentelemetry-proto more-itertools requests-toolbelt watchfiles rsa tomlkit proto-plus distro distlib jiter mcp websocket-client
  mypy-extensions opentelemetry-exporter-otlp-proto-http langchain openpyxl et-xmlfile sse-starlette wcwidth editables coverage docutils
  huggingface-hub grpcio-tools pydantic-ai-slim dnspython werkzeug networkx google-cloud-storage redis gitpython google-genai msgpack
  psycopg2-binary pyopenssl ptyprocess decorator python-discovery opentelemetry-exporter-otlp-proto-grpc
  opentelemetry-exporter-otlp-proto-common smmap pexpect opentelemetry-instrumentation ruff docker pynacl sortedcontainers keyring
  docstring-parser uvloop httptools fonttools multiprocess tabulate gitdb matplotlib isodate async-timeout httpx-sse prompt-toolkit
  jaraco-classes azure-core secretstorage jeepney azure-identity scikit-learn itsdangerous flask google-cloud-core hf-xet bcrypt
  jaraco-functools kiwisolver jaraco-context dill joblib pytest-cov pytest-asyncio contourpy alembic orjson email-validator deprecated
  msal google-resumable-media google-crc32c chardet ruamel-yaml defusedxml threadpoolctl tokenizers blinker snowflake-connector-python
  kubernetes tiktoken pytest-json-ctrf mako cycler tzlocal toml mypy google-api-python-client sympy jsonpointer poetry-core nodeenv
  databricks-sql-connector pydantic-graph xxhash pyproject-hooks uv zstandard ipython google-cloud-aiplatform uritemplate
  opentelemetry-exporter-otlp prometheus-client google-auth-oauthlib asn1crypto google-auth-httplib2 rapidfuzz google-cloud-bigquery
  build traitlets opentelemetry-instrumentation-requests opentelemetry-util-http google-cloud-secret-manager paramiko httplib2
  types-requests ydb identify transformers pre-commit cfgv jedi aiofiles google-cloud-batch parso backoff executing weaviate-client h2
  marshmallow hyperframe fastjsonschema hpack matplotlib-inline sqlparse mpmath durationpy msal-extensions jsonpatch asttokens
  setuptools-scm azure-storage-blob google-analytics-admin gunicorn anthropic babel cloudpickle authlib grpc-google-iam-v1 pure-eval
  stack-data black datasets sentry-sdk google-cloud-compute google-cloud-kms pytest-xdist langchain-core asgiref tornado gcsfs xmltodict
  webencodings cython nest-asyncio execnet databricks-sdk dbt-core librt termcolor python-json-logger pyee pandas-stubs py4j markdown
  google-cloud-dlp playwright pyzmq cachecontrol importlib-resources joserfc google-cloud-speech vcs-versioning pymongo watchdog debugpy
  google-cloud-pubsub tree-sitter google-cloud-texttospeech typing-inspect llama-parse dbt-adapters llama-cloud-services aioitertools
  rich-toolkit isort structlog pycryptodome tinycss2 pytest-mock slack-sdk asyncpg torch django tensorflow keras torchvision torchaudio
  scikit-image opencv-python opencv-python-headless seaborn plotly selenium scrapy celery gevent mysqlclient psycopg2 psycopg
  djangorestframework django-cors-headers whitenoise flask-sqlalchemy flask-cors flask-login jupyter jupyterlab notebook spacy nltk
  gensim xgboost lightgbm catboost statsmodels numba dask polars pyspark streamlit gradio llama-index diffusers accelerate peft
  sentence-transformers wandb mlflow flake8 pylint tox nox poetry pipenv pipx twine hatch pdm ansible fabric invoke docker-compose
  azure-cli discord-py python-telegram-bot tweepy telethon web3 pyinstaller pygame pyside6 pyqt5 kivy tkcalendar loguru peewee mkdocs
  mkdocs-material sphinx sphinx-rtd-theme hypothesis faker mock responses locust html5lib requests-html sanic bottle apache-airflow
  great-expectations prefect luigi yt-dlp youtube-dl imageio moviepy ffmpeg-python python-nmap scapy pwntools prettytable simplejson
  ujson configparser pathlib2 semver bitsandbytes vllm detectron2 aioconsole jellyfish mdit-py-plugins pymysql google-cloud-tasks
  dulwich langsmith lz4 jupyter-core jsonschema-path google-cloud-monitoring flatbuffers narwhals msrest ruamel-yaml-clib pkginfo
  grpcio-health-checking installer google-cloud-bigtable cyclopts google-cloud-logging mccabe jupyter-client pyperclip dataclasses-json
  awswrangler linkify-it-py xlsxwriter dbt-common deepdiff google-cloud-vision ipykernel cfn-lint uc-micro-py pymupdf pytokens pygithub
  pathable python-slugify comm rfc3339-validator text-unidecode arrow sqlalchemy-bigquery brotli google-cloud-language pycodestyle
  google-cloud-videointelligence snowflake-sqlalchemy cattrs rich-rst google-cloud-workflows jsonref google-cloud-redis
  snowflake-snowpark-python google-cloud-dataform google-cloud-os-login crashtest safetensors backports-tarfile mistune beartype
  `,
  gems: `
  bundler rake rack json rails activesupport activerecord actionpack actionview actionmailer activemodel activejob actioncable
  activestorage railties i18n minitest nokogiri thor tzinfo concurrent-ruby builder mime-types mail sprockets sprockets-rails rack-test
  erubi mini_portile2 multi_json diff-lcs rspec rspec-core rspec-mocks rspec-expectations rspec-support rspec-rails faraday addressable
  public_suffix rest-client httparty http excon typhoeus net-ssh net-scp net-ssh-gateway aws-sdk aws-sdk-core aws-sdk-s3 aws-sdk-kms
  aws-sigv4 aws-eventstream aws-partitions jmespath coderay method_source pry pry-byebug byebug rubocop rubocop-ast rubocop-rails
  rubocop-rspec rubocop-performance parser ast rainbow unicode-display_width ruby-progressbar parallel regexp_parser puma unicorn thin
  passenger webrick sinatra rack-protection tilt haml slim sass sassc sass-rails ffi rb-inotify rb-fsevent listen guard spring bootsnap
  msgpack redis redis-client connection_pool sidekiq resque delayed_job delayed_job_active_record whenever rufus-scheduler devise warden
  bcrypt orm_adapter responders omniauth omniauth-oauth2 omniauth-google-oauth2 oauth oauth2 jwt doorkeeper pundit cancancan pg mysql2
  sqlite3 mongo mongoid bson sequel kaminari will_paginate pagy ransack paper_trail friendly_id acts-as-taggable-on carrierwave
  paperclip mini_magick image_processing shrine fog fog-core fog-aws capybara selenium-webdriver webdrivers cucumber gherkin factory_bot
  factory_bot_rails factory_girl faker database_cleaner simplecov simplecov-html docile shoulda-matchers vcr webmock timecop turbolinks
  turbo-rails stimulus-rails importmap-rails jquery-rails coffee-rails coffee-script coffee-script-source uglifier execjs terser
  autoprefixer-rails bootstrap bootstrap-sass font-awesome-rails simple_form formtastic jbuilder dotenv dotenv-rails figaro config
  highline colorize tty-prompt terminal-table commander slop optimist trollop jekyll kramdown kramdown-parser-gfm liquid rouge redcarpet
  asciidoctor github-pages minima jekyll-feed jekyll-seo-tag jekyll-sitemap cocoapods cocoapods-core xcodeproj fastlane
  fastlane-plugin-firebase_app_distribution xcpretty nanaimo CFPropertyList capistrano capistrano-rails capistrano-bundler sshkit
  airbrussh chef chef-config ohai knife puppet facter hiera vagrant berkshelf test-kitchen serverspec inspec foreman dalli stripe
  slack-ruby-client twilio-ruby koala octokit sawyer gitlab graphql grape hashie virtus dry-types dry-struct dry-validation zeitwerk
  loofah rails-html-sanitizer rails-dom-testing crass globalid marcel nio4r websocket-driver websocket-extensions eventmachine
  em-http-request hiredis rexml racc date time uri net-http net-imap net-smtp net-pop net-protocol timeout securerandom base64
  bigdecimal drb mutex_m logger benchmark ostruct csv strscan stringio psych irb reline io-console rdoc yard newrelic_rpm sentry-ruby
  sentry-raven bugsnag honeybadger rollbar ddtrace prometheus-client statsd-ruby lograge awesome_print pry-rails better_errors
  binding_of_caller web-console letter_opener bullet rack-mini-profiler rack-cors rack-attack brakeman bundler-audit overcommit standard
  solargraph ruby-lsp gem-release tzinfo-data pathname childprocess hike thread_safe arel daemons treetop
  `,
  crates: `
  syn quote proc-macro2 libc rand rand_core rand_chacha serde serde_derive serde_json cfg-if bitflags log regex regex-syntax
  regex-automata aho-corasick memchr itoa ryu unicode-ident getrandom base64 lazy_static once_cell hashbrown indexmap itertools either
  autocfg num-traits num-integer num-bigint num_cpus parking_lot parking_lot_core lock_api smallvec scopeguard thiserror thiserror-impl
  anyhow eyre time chrono uuid url idna percent-encoding form_urlencoded tokio tokio-util tokio-macros tokio-stream tokio-rustls bytes
  mio socket2 futures futures-core futures-util futures-channel futures-io futures-sink futures-task futures-executor futures-macro
  pin-project pin-project-lite pin-utils slab async-trait async-std async-channel smol hyper hyper-util hyper-tls hyper-rustls http
  http-body httparse reqwest h2 tower tower-http tower-service tower-layer axum actix-web actix-rt rocket warp tonic prost prost-derive
  clap clap_derive clap_lex structopt strsim heck textwrap unicode-width unicode-segmentation unicode-normalization unicode-xid
  env_logger tracing tracing-core tracing-subscriber tracing-attributes tracing-log semver toml toml_edit serde_yaml csv rayon
  rayon-core crossbeam crossbeam-channel crossbeam-deque crossbeam-epoch crossbeam-utils dashmap arc-swap ahash fnv rustc-hash byteorder
  generic-array typenum digest sha2 sha1 md5 md-5 hmac block-buffer crypto-common cpufeatures subtle zeroize ring rustls rustls-webpki
  webpki-roots native-tls openssl openssl-sys openssl-probe cc cmake pkg-config bindgen tempfile walkdir globset ignore glob same-file
  dirs dirs-sys directories home which winapi windows-sys windows-targets windows nix rustix errno linux-raw-sys flate2 miniz_oxide zstd
  zstd-sys bzip2 tar zip crc32fast adler backtrace gimli addr2line object rustc-demangle version_check rustc_version static_assertions
  memoffset nom winnow pest pest_derive logos lalrpop image png gif criterion proptest quickcheck mockall insta pretty_assertions
  wasm-bindgen js-sys web-sys sqlx diesel rusqlite sea-orm postgres tokio-postgres redis mongodb lru bstr humantime indicatif console
  colored ansi_term termcolor crossterm ratatui rust_decimal bigdecimal num ndarray nalgebra polars pyo3 tauri bevy egui wgpu winit
  jsonwebtoken argon2 bcrypt ed25519-dalek secp256k1 solana-sdk ethers cargo-edit cargo-watch cargo-audit cargo-deny cargo-nextest
  cargo-expand ripgrep bat fd-find exa eza hyperfine tokei starship just mdbook wasm-pack sccache cross trunk zellij
  `,
} as const;

/** Real packages, one edit from a name above: no look-alikes. */
export const NEAR_AND_REAL: Readonly<Record<keyof typeof MOST_USED, string>> = {
  npm: `
  redent gaxios wordwrap makeerror bowser camel-case enquirer trough isstream one-time eventemitter2 colord recharts is-regexp crypt
  ip-regex dargs babel-runtime buffers global cookies xml-js optimism urijs @babel/cli babel-code-frame callsite is-object mquery
  babel-types babel-traverse rambda babel-template binaryextensions aws-cdk flatten babel-generator jsdoc json3 fclone nprogress tslint
  npm-run-all2 coffeescript mssql murmurhash uglify-es babel-preset-env prompt graphiql jsonp cli-spinner babel-preset-react is-blob
  tslint-config-prettier vasync brace has-own findup grant mkdirp2 isnumber cline servie semiver parse colour jsonc ttypescript
  react-vis @testing-library/preact path-parser is-array protobuf.js vargs htmlparser fs.extra jslint typescript-eslint-parser it-glob
  as-number tslint-plugin-prettier telegram rsolve ps-node react-if punycode2 inherit scrypt args-parser is-node storyblok jsona
  getstream tslint-config-airbnb readdir extendr inquirer2 schedule lrucache extend2 eclint rsync prettierx reqwest color-namer xbytes
  chartjs mkdir p-tap cramda import-locals preact-router bcrypto slash2 browserlist combined-stream2 form-data2 openapi brakes proptypes
  requests server prism legit axiom mime-type reactn msbuild dapjs
  punycode.js event-emitter eslint-plugin-import-x yamljs has-to-string-tag-x scrypt-js as-array eslint-plugin-react-x colornames @reach/router
  glob-all dedent-js yaml-js zustand-x x-is-array lodash.eq bcrypt-ts validatorjs uuid-js states-us color-2-name color-js bytes.js bufferjs cookiejs
  @endo/stream sass.js fs-extra-p urlcache scrypt.js extend.js uuidjs
  `,
  pypi: `
  psycopg-binary pycryptodomex pymssql aiofile ijson uri-template parse markdown2 pyaml pathlib hjson pymupdfb pyqt6 cchardet jiwer
  httpr spython parsy usort gsutil match dataset nest-asyncio2 jsonpath willow dydantic unicorn pyshark scanpy gitdb2 patch pytest-csv
  config-parser simpy pygam smmap2 cwcwidth git-python bpython grequests fastai acachecontrol isolate torchx deepdiff6 tombi hyper
  scrypt semver4 google-oauth websocket pbspark python3-nmap slack ngboost vbuild identity beautifulsoup pyside2 vyper fabric3 wsgiref
  scipp django-rest-framework pymantic ruamel-yaml-clibz retworkx datazets pkginfo2 ctransformers pyasn configparser2 dbt-score
  aresponses djongo pylink fabric2 ipytest xoto3 openapi parsl crick myjwt
  psycopg-c tree-sitter-c tokenize-rt watchgod x-transformers
  `,
  gems: 'ffaker erubis mini_test mocha rails-i18n json_pure listen builders',
  crates: 'serde_yml hyperx socket crayon regexp dirs-next bson byte num_enum indexmap-nostd',
};

/** Programs of npm that people start by `npx -y`, beside those above and `create-*`. */
export const STARTED = `
  shadcn shadcn-ui ultracite astro remix next vinxi nuxi nypm giget tiged degit sv svelte-kit svelte-check astro-check @astrojs/upgrade
  ts-node-dev tsup tsc typedoc tsd esno jiti unbuild pkg esbuild-register rome biome oxlint dprint knip depcheck madge dependency-cruiser
  markdownlint markdownlint-cli markdownlint-cli2 cspell alex remark-cli textlint commitlint commitizen cz-git standard xo eslint_d
  publint attw arethetypeswrong syncpack taze ncu npm-check npm-check-updates npkill yalc verdaccio changeset release-it semantic-release
  standard-version np lerna rush only-allow sort-package-json license-checker license-checker-rseidelsohn snyk audit-ci better-npm-audit
  wait-on start-server-and-test serve-handler live-server local-web-server browser-sync json-server http-server localtunnel ngrok
  mintlify docusaurus vuepress vitepress redocly redoc-cli swagger-cli swagger-ui-watcher openapi-typescript openapi-generator-cli
  swagger-typescript-api orval graphql-codegen get-graphql-schema quicktype json2ts json-schema-to-typescript prisma drizzle-kit kysely
  sequelize-cli typeorm knex mikro-orm supabase firebase-tools netlify-cli vercel wrangler serverless sst aws-cdk cdk cdktf pulumi amplify
  ampx railway render-cli surge gh-pages now heroku fly convex sanity contentful-cli strapi payload directus keystone medusa ghost-cli
  expo expo-cli eas-cli react-native cap capacitor ionic cordova nativescript nx turbo moon ng nest nestjs sls ember-cli vue vue-cli
  playwright cypress jest vitest mocha ava tap c8 nyc newman artillery autocannon lighthouse lhci unlighthouse pa11y backstopjs storybook
  sb chromatic loki wdio nightwatch testcafe stryker puppeteer browserslist update-browserslist-db autoprefixer tailwindcss postcss-cli sass
  svgo svgr imagemin-cli sharp-cli pwa-asset-generator realfavicon prettier pretty-quick lint-staged husky simple-git-hooks lefthook
  hardhat truffle ganache thirdweb solc solhint electron electron-builder electron-forge tauri hexo gatsby-cli gitignore license mddoc
  cowsay fkill-cli envinfo is-ci rimraf mkdirp cpx copyfiles shx cross-env concurrently dotenv-cli kill-port zx tsx nodemon pm2 forever
  pagefind bundlephobia source-map-explorer webpack-bundle-analyzer cost-of-modules repomix codebuff task-master-ai claude-flow mcp-remote
  mcp-inspector firecrawl-mcp chrome-devtools-mcp figma-developer-mcp context7-mcp tavily-mcp exa-mcp-server supergateway smithery n8n
  node-red cdk8s projen yo plop hygen n corepack node-jq json fx degit emoj speed-test np npx npm yarn pnpm bun deno skills allure
  allure-commandline antora @antora/cli tldr web-ext chrome-webstore-upload-cli vsce ovsx generator-code flow-bin flow dts-gen
`;

/** Owners of scopes that are no strangers. */
export const SCOPES = `
  types babel angular angular-devkit schematics nestjs vue nuxt vitejs sveltejs svelte-add solidjs remix-run react-router react-native
  react-native-community reduxjs tanstack mui emotion chakra-ui radix-ui headlessui tailwindcss testing-library storybook playwright
  cypress jest vitest biomejs oxlint eslint typescript-eslint commitlint changesets semantic-release microsoft azure openai anthropic-ai
  modelcontextprotocol google google-cloud google-labs github octokit gitlab aws-sdk aws-cdk aws-amplify aws smithy cloudflare vercel
  netlify supabase prisma graphql-codegen apollo apollographql graphql-tools redocly openapitools stoplight asyncapi mermaid-js marp-team
  docusaurus astrojs expo ionic capacitor cordova nx nrwl lerna rushstack swc rspack rsbuild parcel rollup esbuild sentry datadog newrelic
  opentelemetry elastic mongodb-js redis planetscale neondatabase turso libsql upstash clerk auth0 okta stripe shopify sanity contentful
  strapi payloadcms directus medusajs wordpress adobe salesforce sap sap-ux ui5 ibm-cloud vscode vitest-dev wdio stryker-mutator percy
  lhci axe-core pa11y nomicfoundation openzeppelin solana-developers coral-xyz ledgerhq polkadot cosmjs near-js electron electron-forge
  tauri-apps ffmpeg tensorflow huggingface xenova langchain llamaindex ai-sdk browserbasehq upstash playwright-community figma notionhq
  slack linear atlassian atlassian-dx zapier hubspot twilio sendgrid mailchimp ngneat ngrx ng-bootstrap primevue primeng antd ant-design
  antfu iconify unocss sindresorhus yarnpkg pnpm npmcli bazel bufbuild grpc protobuf-ts trpc hookform tiptap lexical codemirror
`;

/**
 * Names under which packages were published to steal or destroy. Sources: reports of npm, Snyk, Sonatype, ReversingLabs and Socket, as collected in
 * ecosyste-ms/typosquatting-dataset (CC0).
 */
export const REPORTED = `
  fabric-js ffmepg gruntcli mysqljs node-fabric node-opencv node-opensl node-sqlite node-tkinter nodecaffe nodefabric nodeffmpeg
  nodemssql noderequest nodesass nodesqlite shadowsock sqliter sqlserver babelcli babelcl flatmap-stream getcookies twilio-npm 1337qq-js
  fallguys plutov-slack-client nodetest199 jest-next-dynamic rpc-websocket loadyaml discord-selfbot-v14 deezcord.js ethesjs chokader
  npmrunnall eslint-config-airbnb-compat ts-runtime-compat-check solders crypto-encrypt-ts torchtriton jeIlyfish jeilyfish colourama
  acqusition apidev-coop bzip libpeshnx libpesh libari ssh-decorate python-ftp python-mongo python-openssl python-sqlite python-mysql
  ctx colorslib httpslib libhttps aiocpa diango dajngo nagogy pytorch-triton-rocm-nightly noblesse genesisbot aryi suffer maratlib
  maratlib1 matplatlib-plus mllearnlib mplatlib learninglib atlas-client ruby-bitcoin omniauth_amazon coin_base blockchain_wallet
  cron_parser awesome-bot doge-coin capistrano-colors pretty_color fastlane-plugin-telegram-proxy fastlane-plugin-proxy_teleram
  rustdecimal faster_log async_println postgress if-cfg xrvrv oncecell lazystatic envlogger evm-units uniswap-utils
`;

/** The same for what their names, or paths of Go, begin with. */
export const REPORTED_OWNERS = `
  @truffelhq/ github.com/boltdb-go/bolt github.com/shallowmulti/ github.com/shadowybulk/ github.com/belatedplanet/
  github.com/thankfulmai/ github.com/vainreboot/ github.com/ornatedoctrin/ github.com/utilizedsun/ github.com/truthfulpharm/
  github.com/steelpoor/ github.com/blankloggia/ github.com/xinfeisoft/crypto
`;
