/** A file in which a tool keeps keys, tokens or passwords. */
export interface CredentialPlace {
  readonly tool: string;
  /** globs: `~` is any home directory, `*` stays in a segment, `**` is all below; without a slash it is a name in any directory; `!x` holds none */
  readonly globs: readonly string[];
  /** documentation of the tool, or its manual page */
  readonly source: string;
}

/** tool | globs, with a comma between | source */
const TABLE = `
ssh | ~/.ssh/*, !~/.ssh/config, !~/.ssh/known_hosts*, !~/.ssh/authorized_keys*, !~/.ssh/environment, !~/.ssh/agent.env, !~/.ssh/rc, !~/.ssh/allowed_signers, !~/.ssh/*.pub, /etc/ssh/ssh_host_*_key | ssh(1) FILES, sshd(8) FILES
ssh keys | id_rsa, id_dsa, id_ecdsa, id_ecdsa_sk, id_ed25519, id_ed25519_sk | ssh-keygen(1) FILES
PuTTY | *.ppk, ~/.putty/sshhostca* | https://the.earth.li/~sgtatham/putty/latest/htmldoc/Chapter8.html
GnuPG | ~/.gnupg/private-keys*/**, ~/.gnupg/secring*, ~/.gnupg/*.key | https://www.gnupg.org/documentation/manuals/gnupg/GPG-Configuration.html
pass | ~/.password-store/**, !~/.password-store/.gpg-id | pass(1) FILES
gopass | ~/.local/share/gopass/stores/**, ~/.config/gopass/age/** | https://github.com/gopasspw/gopass/blob/master/docs/config.md
age, sops | ~/.config/sops/age/keys.txt, ~/Library/Application Support/sops/age/keys.txt | https://github.com/getsops/sops#encrypting-using-age
AWS CLI | ~/.aws/credentials, ~/.aws/sso/cache/**, ~/.aws/cli/cache/**, ~/.aws/login/cache/** | https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html
aws-vault | ~/.awsvault/keys/** | https://github.com/99designs/aws-vault/blob/master/USAGE.md
Google Cloud CLI | ~/.config/gcloud/*credential*, ~/.config/gcloud/*.db, ~/.config/gcloud/legacy_credentials/** | https://cloud.google.com/docs/authentication/application-default-credentials
gsutil, boto | ~/.boto, ~/.gsutil/credstore*, /etc/boto.cfg | https://cloud.google.com/storage/docs/boto-gsutil
Azure CLI | ~/.azure/*oken*, ~/.azure/*.json, ~/.azure/service_principal_entries* | https://learn.microsoft.com/en-us/cli/azure/msal-based-azure-cli
Azure DevOps CLI | ~/.azure-devops/** | https://learn.microsoft.com/en-us/azure/devops/cli/
OCI CLI | ~/.oci/config, ~/.oci/*.pem, ~/.oci/sessions/** | https://docs.oracle.com/en-us/iaas/Content/API/Concepts/sdkconfig.htm
doctl | ~/.config/doctl/config.yaml, ~/Library/Application Support/doctl/config.yaml | https://docs.digitalocean.com/reference/doctl/
hcloud | ~/.config/hcloud/cli.toml | https://github.com/hetznercloud/cli
Linode CLI | ~/.config/linode-cli, ~/.linode-cli | https://www.linode.com/docs/products/tools/cli/get-started/
Scaleway CLI | ~/.config/scw/config.yaml | https://www.scaleway.com/en/developers/cli/config
IBM Cloud CLI | ~/.bluemix/config.json, ~/.bluemix/.cf/config.json | https://cloud.ibm.com/docs/cli?topic=cli-ibmcloud_cli
Cloud Foundry CLI | ~/.cf/config.json | https://docs.cloudfoundry.org/cf-cli/cf-help.html
Fly.io | ~/.fly/config.yml | https://fly.io/docs/flyctl/auth-login/
Heroku, curl, wget, ftp | ~/.netrc, ~/_netrc | https://www.gnu.org/software/inetutils/manual/html_node/The-_002enetrc-file.html
Vercel | ~/.local/share/com.vercel.cli/auth.json, ~/.config/com.vercel.cli/auth.json, ~/Library/Application Support/com.vercel.cli/auth.json | https://vercel.com/docs/project-configuration/global-configuration
Netlify | ~/.config/netlify/config.json, ~/.config/netlify, ~/.netlify/config.json, ~/.netlify/config, ~/Library/Preferences/netlify/config.json | https://github.com/netlify/netlify-credential-helper
Railway | ~/.railway/config.json | https://docs.railway.com/reference/cli-api
Render | ~/.render/cli.yaml | https://render.com/docs/cli
Cloudflare Wrangler | ~/.config/.wrangler/config/*.toml, ~/.wrangler/config/*.toml, ~/Library/Preferences/.wrangler/config/*.toml | https://developers.cloudflare.com/workers/wrangler/system-environment-variables/
cloudflared | ~/.cloudflared/*.pem, ~/.cloudflared/*.json, /etc/cloudflared/*.json | https://developers.cloudflare.com/cloudflare-one/connections/connect-networks/
Fastly | ~/.config/fastly/config.toml, ~/Library/Application Support/fastly/config.toml | https://developer.fastly.com/reference/cli/
Akamai | ~/.edgerc | https://techdocs.akamai.com/developer/docs/set-up-authentication-credentials
Vultr | ~/.vultr-cli.yaml | https://github.com/vultr/vultr-cli
Civo | ~/.civo.json | https://www.civo.com/docs/overview/civo-cli
UpCloud | ~/.config/upctl.yaml | https://upcloudltd.github.io/upcloud-cli/
Exoscale | ~/.config/exoscale/exoscale.toml | https://community.exoscale.com/tools/command-line-interface/
OVHcloud | ~/.ovh.conf, /etc/ovh.conf | https://github.com/ovh/python-ovh#configuration
OpenStack | ~/.config/openstack/clouds.yaml, ~/.config/openstack/secure.yaml, /etc/openstack/clouds.yaml, /etc/openstack/secure.yaml | https://docs.openstack.org/python-openstackclient/latest/configuration/index.html
Alibaba Cloud CLI | ~/.aliyun/config.json | https://www.alibabacloud.com/help/en/cli/configure-credentials
Tencent Cloud CLI | ~/.tccli/*.credential | https://www.tencentcloud.com/document/product/1013
Nebius, Yandex Cloud | ~/.config/yandex-cloud/config.yaml | https://yandex.cloud/en/docs/cli/quickstart
Terraform | ~/.terraform.d/credentials.tfrc.json, ~/.terraformrc | https://developer.hashicorp.com/terraform/cli/config/config-file
OpenTofu | ~/.tofurc, ~/.config/opentofu/tofurc | https://opentofu.org/docs/cli/config/config-file/
Pulumi | ~/.pulumi/credentials.json | https://www.pulumi.com/docs/reference/cli/
Vault | ~/.vault-token | https://developer.hashicorp.com/vault/docs/commands/token-helper
Vagrant | ~/.vagrant.d/data/vagrant_login_token, ~/.vagrant.d/insecure_private_key* | https://developer.hashicorp.com/vagrant/docs/cli/cloud
Confluent | ~/.confluent/config.json | https://docs.confluent.io/confluent-cli/current/overview.html
Kubernetes | ~/.kube/config, ~/.kube/cache/oidc-login/**, /etc/kubernetes/*.conf, /etc/kubernetes/pki/*.key | https://kubernetes.io/docs/concepts/configuration/organize-cluster-access-kubeconfig/
k3s, RKE2 | /etc/rancher/*/*.yaml, /var/lib/rancher/*/server/token, /var/lib/rancher/*/server/node-token | https://docs.k3s.io/cluster-access
minikube | ~/.minikube/**/*.key | https://minikube.sigs.k8s.io/docs/handbook/untrusted_certs/
Rancher CLI | ~/.rancher/cli2.json | https://ranchermanager.docs.rancher.com/reference-guides/cli-with-rancher/rancher-cli
Argo CD | ~/.config/argocd/config, ~/.argocd/config | https://argo-cd.readthedocs.io/en/stable/user-guide/commands/argocd/
Helm | ~/.config/helm/registry/config.json, ~/.config/helm/repositories.yaml, ~/Library/Preferences/helm/registry/config.json, ~/Library/Preferences/helm/repositories.yaml | https://helm.sh/docs/helm/helm/
Docker | ~/.docker/config.json, ~/.dockercfg, ~/.docker/**/key.pem, ~/.docker/trust/private/** | https://docs.docker.com/reference/cli/docker/login/
Podman, Skopeo, Buildah | ~/.config/containers/auth.json, /run/containers/*/auth.json, /run/user/*/containers/auth.json | containers-auth.json(5)
Swarm and container secrets | /run/secrets/**, /var/run/secrets/** | https://docs.docker.com/engine/swarm/secrets/
npm | ~/.npmrc | https://docs.npmjs.com/cli/configuring-npm/npmrc
pnpm | ~/.config/pnpm/rc, ~/.config/pnpm/auth.ini, ~/Library/Preferences/pnpm/rc, ~/Library/Preferences/pnpm/auth.ini | https://pnpm.io/npmrc
Yarn | ~/.yarnrc.yml | https://yarnpkg.com/configuration/yarnrc
PyPI, twine | ~/.pypirc | https://packaging.python.org/en/latest/specifications/pypirc/
Poetry | ~/.config/pypoetry/auth.toml, ~/Library/Application Support/pypoetry/auth.toml, ~/Library/Preferences/pypoetry/auth.toml | https://python-poetry.org/docs/repositories/#configuring-credentials
uv | ~/.local/share/uv/credentials/** | https://docs.astral.sh/uv/concepts/authentication/
Hatch | ~/.config/hatch/config.toml, ~/Library/Application Support/hatch/config.toml | https://hatch.pypa.io/latest/config/hatch/
Anaconda | ~/.config/binstar/*.token, ~/.continuum/anaconda-client/tokens/** | https://docs.anaconda.com/anaconda-repository/user-guide/tasks/tokens/
Cargo | ~/.cargo/credentials, ~/.cargo/credentials.toml | https://doc.rust-lang.org/cargo/reference/config.html#credentials
RubyGems | ~/.gem/credentials, ~/.local/share/gem/credentials | https://guides.rubygems.org/command-reference/#gem-signin
Bundler | ~/.bundle/config | https://bundler.io/man/bundle-config.1.html
Composer | ~/.composer/auth.json, ~/.config/composer/auth.json | https://getcomposer.org/doc/articles/authentication-for-private-packages.md
NuGet | ~/.nuget/NuGet/NuGet.Config, ~/.config/NuGet/NuGet.Config | https://learn.microsoft.com/en-us/nuget/consume-packages/configuring-nuget-behavior
.NET user secrets | ~/.microsoft/usersecrets/** | https://learn.microsoft.com/en-us/aspnet/core/security/app-secrets
Maven | ~/.m2/settings.xml, ~/.m2/settings-security.xml | https://maven.apache.org/settings.html
Gradle | ~/.gradle/gradle.properties | https://docs.gradle.org/current/userguide/build_environment.html
sbt | ~/.sbt/.credentials, ~/.sbt/**/credentials.sbt, ~/.ivy2/.credentials, ~/.sbt/sonatype_credential | https://www.scala-sbt.org/1.x/docs/Publishing.html#Credentials
Coursier | ~/.config/coursier/credentials.properties | https://get-coursier.io/docs/other-credentials
Clojure, Leiningen | ~/.lein/credentials.clj* | https://codeberg.org/leiningen/leiningen/src/branch/main/doc/DEPLOY.md
Hex | ~/.hex/hex.config, ~/.config/hex/hex.config | https://hexdocs.pm/hex/Mix.Tasks.Hex.Config.html
Dart pub | ~/.config/dart/pub-credentials.json, ~/.config/dart/pub-tokens.json, ~/.pub-cache/credentials.json, ~/Library/Application Support/dart/pub-*.json | https://dart.dev/tools/pub/cmd/pub-token
Conan | ~/.conan2/credentials.json, ~/.conan/.conan.db, ~/.conan2/.conan.db | https://docs.conan.io/2/reference/config_files/credentials.html
LuaRocks | ~/.luarocks/upload_config.lua, ~/.config/luarocks/upload_config.lua | https://github.com/luarocks/luarocks/wiki/upload
CPAN upload | ~/.pause | https://metacpan.org/dist/CPAN-Uploader/view/bin/cpan-upload
Cabal | ~/.cabal/config, ~/.config/cabal/config | https://cabal.readthedocs.io/en/stable/config.html
Stack | ~/.stack/upload/credentials.json | https://docs.haskellstack.org/en/stable/commands/upload_command/
CocoaPods | ~/.cocoapods/credentials | https://guides.cocoapods.org/making/getting-setup-with-trunk.html
Swift packages | ~/.swiftpm/security/**, ~/.swiftpm/configuration/registries.json | https://github.com/swiftlang/swift-package-manager/blob/main/Documentation/PackageRegistry/PackageRegistryUsage.md
JFrog CLI | ~/.jfrog/jfrog-cli.conf* | https://docs.jfrog-applications.jfrog.io/jfrog-applications/jfrog-cli
Cachix | ~/.config/cachix/cachix.dhall | https://docs.cachix.org/getting-started#authenticating
GitHub CLI | ~/.config/gh/hosts.yml | https://cli.github.com/manual/gh_auth_login
hub | ~/.config/hub | https://hub.github.com/hub.1.html
GitLab CLI | ~/.config/glab-cli/config.yml, ~/Library/Application Support/glab-cli/config.yml | https://docs.gitlab.com/cli/
Gitea CLI | ~/.config/tea/config.yml, ~/Library/Application Support/tea/config.yml | https://gitea.com/gitea/tea
git | ~/.git-credentials, ~/.config/git/credentials, ~/.cache/git/credential/** | git-credential-store(1)
Git Credential Manager | ~/.gcm/store/** | https://github.com/git-ecosystem/git-credential-manager/blob/main/docs/credstores.md
Subversion | ~/.subversion/auth/** | https://svnbook.red-bean.com/en/1.7/svn.serverconfig.netmodel.html
Mercurial keyring, CVS | ~/.cvspass | https://www.gnu.org/software/trans-coord/manual/cvs/html_node/Password-authentication-client.html
CircleCI | ~/.circleci/cli.yml | https://circleci.com/docs/local-cli/
Travis CI | ~/.travis/config.yml | https://github.com/travis-ci/travis.rb#readme
Jenkins | /var/lib/jenkins/secrets/**, /var/lib/jenkins/credentials.xml, /var/jenkins_home/secrets/**, /var/jenkins_home/credentials.xml | https://www.jenkins.io/doc/developer/security/secrets/
GitLab Runner | /etc/gitlab-runner/config.toml, ~/.gitlab-runner/config.toml | https://docs.gitlab.com/runner/configuration/advanced-configuration/
GitLab | /etc/gitlab/gitlab-secrets.json, /etc/gitlab/initial_root_password | https://docs.gitlab.com/administration/backup_restore/
Buildkite | ~/.config/bk.yaml, /etc/buildkite-agent/buildkite-agent.cfg | https://buildkite.com/docs/agent/v3/configuration
Concourse | ~/.flyrc | https://concourse-ci.org/fly.html
Octopus | ~/.config/octopus/cli_config.json | https://octopus.com/docs/octopus-rest-api/cli
Snyk | ~/.config/configstore/snyk.json | https://docs.snyk.io/snyk-cli
Sentry CLI | ~/.sentryclirc | https://docs.sentry.io/cli/configuration/
Datadog | ~/.dogrc, /etc/datadog-agent/datadog.yaml | https://docs.datadoghq.com/developers/guide/dogshell-quickly-use-datadog-s-api-from-terminal-shell/
New Relic CLI | ~/.newrelic/credentials.json | https://docs.newrelic.com/docs/new-relic-solutions/build-nr-ui/newrelic-cli/
Lacework | ~/.lacework.toml | https://docs.lacework.com/cli/
Okta | ~/.okta/okta.yaml | https://cli.okta.com
Auth0 CLI | ~/.config/auth0/config.json | https://auth0.github.io/auth0-cli/
Doppler | ~/.doppler/.doppler.yaml | https://docs.doppler.com/docs/cli
Infisical | ~/.infisical/** | https://infisical.com/docs/cli/usage
Stripe CLI | ~/.config/stripe/config.toml | https://docs.stripe.com/stripe-cli
Twilio CLI | ~/.twilio-cli/config.json | https://www.twilio.com/docs/twilio-cli/general-usage/profiles
ngrok | ~/.config/ngrok/ngrok.yml, ~/.ngrok2/ngrok.yml, ~/Library/Application Support/ngrok/ngrok.yml | https://ngrok.com/docs/agent/config/
Slack CLI | ~/.slack/credentials.json | https://docs.slack.dev/tools/slack-cli/
Shopify CLI | ~/.config/shopify-cli-kit-nodejs/config.json, ~/Library/Preferences/shopify-cli-kit-nodejs/config.json | https://shopify.dev/docs/api/shopify-cli
Firebase CLI | ~/.config/configstore/firebase-tools.json | https://firebase.google.com/docs/cli
Supabase CLI | ~/.supabase/access-token | https://supabase.com/docs/reference/cli/supabase-login
PlanetScale CLI | ~/.config/planetscale/access-token | https://planetscale.com/docs/cli/auth
Turso CLI | ~/.config/turso/settings.json, ~/Library/Application Support/turso/settings.json | https://docs.turso.tech/cli/auth/login
Upstash CLI | ~/.upstash.json | https://github.com/upstash/cli
Expo | ~/.expo/state.json | https://docs.expo.dev/more/expo-cli/
Salesforce CLI | ~/.sfdx/*@*.json, ~/.sfdx/key.json, ~/.sf/key.json | https://developer.salesforce.com/docs/atlas.en-us.sfdx_dev.meta/sfdx_dev/sfdx_dev_auth.htm
Zapier CLI | ~/.zapierrc | https://docs.zapier.com/platform/reference/cli-docs
Todoist CLI | ~/.config/todoist/config.json | https://github.com/sachaos/todoist
Exercism | ~/.config/exercism/user.json | https://exercism.org/docs/using/solving-exercises/working-locally
Pipedream | ~/.config/pipedream/config | https://pipedream.com/docs/cli/reference/
Laravel Forge, Vapor | ~/.laravel-forge/config.json, ~/.laravel-vapor/config.json | https://forge.laravel.com/docs/1.0/cli.html
Oh Dear | ~/.ohdear/config.json | https://ohdear.app/docs/integrations/our-cli-tool
Tugboat | ~/.tugboat.yml | https://docs.tugboatqa.com/tugboat-cli/set-an-access-token/
ReadMe | ~/.config/configstore/rdme-production.json | https://docs.readme.com/main/docs/rdme
Algolia CLI | ~/.config/algolia/config.toml | https://www.algolia.com/doc/tools/cli/get-started/overview/
Databricks | ~/.databrickscfg, ~/.databricks/token-cache.json | https://docs.databricks.com/aws/en/dev-tools/auth/config-profiles
PostgreSQL | ~/.pgpass, ~/.pg_service.conf | https://www.postgresql.org/docs/current/libpq-pgpass.html
MySQL, MariaDB | ~/.my.cnf, ~/.mylogin.cnf, /etc/mysql/debian.cnf | https://dev.mysql.com/doc/refman/8.4/en/option-files.html
MongoDB Atlas CLI | ~/.config/atlascli/config.toml, ~/Library/Application Support/atlascli/config.toml | https://www.mongodb.com/docs/atlas/cli/current/atlas-cli-save-connection-settings/
Snowflake | ~/.snowsql/config, ~/.snowflake/connections.toml, ~/.snowflake/config.toml, ~/.config/snowflake/*.toml | https://docs.snowflake.com/en/developer-guide/snowflake-cli/connecting/configure-connections
dbt | ~/.dbt/profiles.yml, ~/.dbt/dbt_cloud.yml | https://docs.getdbt.com/docs/core/connect-data-platform/profiles.yml
DBeaver | ~/.local/share/DBeaverData/**/credentials-config.json, ~/Library/DBeaverData/**/credentials-config.json | https://dbeaver.com/docs/dbeaver/Security-in-DBeaver-PRO/
Oracle wallet | ewallet.p12, cwallet.sso | https://docs.oracle.com/en/database/oracle/oracle-database/19/dbseg/using-the-orapki-utility-to-manage-pki-elements.html
Cassandra | ~/.cassandra/credentials, ~/.cassandra/cqlshrc | https://cassandra.apache.org/doc/latest/cassandra/managing/tools/cqlsh.html
InfluxDB | ~/.influxdbv2/configs, ~/.influxdbv2/credentials | https://docs.influxdata.com/influxdb/cloud/reference/cli/influx/config/
ClickHouse | ~/.clickhouse-client/config.xml, ~/.clickhouse-client/config.yaml | https://clickhouse.com/docs/interfaces/cli
Trino, Treasure Data | ~/.td/td.conf | https://docs.treasuredata.com/display/public/PD/TD+Toolbelt
FreeTDS, ODBC | ~/.odbc.ini | odbc.ini(5)
MinIO client | ~/.mc/config.json | https://min.io/docs/minio/linux/reference/minio-mc.html
rclone | ~/.config/rclone/rclone.conf, ~/.rclone.conf | https://rclone.org/docs/#config-string
s3cmd | ~/.s3cfg | https://s3tools.org/kb/item14.htm
Backblaze B2 | ~/.b2_account_info, ~/.config/b2/account_info | https://b2-command-line-tool.readthedocs.io/en/master/
restic, borg | ~/.config/borg/keys/**, ~/.config/borg/security/** | https://borgbackup.readthedocs.io/en/stable/usage/general.html
duply | ~/.duply/*/conf | https://duply.net/Duply-documentation
FileZilla | ~/.config/filezilla/sitemanager.xml, ~/.config/filezilla/recentservers.xml, ~/.filezilla/sitemanager.xml | https://wiki.filezilla-project.org/Storage_of_settings
lftp, ncftp | ~/.lftp/bookmarks, ~/.local/share/lftp/bookmarks, ~/.ncftp/bookmarks | lftp(1) FILES
davfs2 | ~/.davfs2/secrets, /etc/davfs2/secrets | mount.davfs(8)
CIFS | ~/.smbcredentials, /etc/samba/private/**, /var/lib/samba/private/**, /etc/cifs-credentials* | mount.cifs(8)
mutt mail | ~/.msmtprc, ~/.config/msmtp/config, ~/.fetchmailrc, ~/.getmail/*, ~/.mbsyncrc, ~/.offlineimaprc, ~/.config/offlineimap/config | msmtp(1), fetchmail(1), mbsync(1), https://www.offlineimap.org/doc/conf_examples.html
himalaya | ~/.config/himalaya/config.toml | https://github.com/pimalaya/himalaya#configuration
aerc | ~/.config/aerc/accounts.conf | aerc-accounts(5)
Thunderbird | ~/.thunderbird/*/{logins.json,key4.db,cookies.sqlite}, ~/Library/Thunderbird/Profiles/*/{logins.json,key4.db} | https://support.mozilla.org/en-US/kb/profiles-where-thunderbird-stores-user-data
Firefox, LibreWolf | ~/.mozilla/**/{logins.json,key4.db,key3.db,cookies.sqlite}, ~/.librewolf/**/{logins.json,key4.db,cookies.sqlite}, ~/snap/firefox/**/{logins.json,key4.db,cookies.sqlite}, ~/.config/mozilla/**/{logins.json,key4.db,cookies.sqlite} | https://support.mozilla.org/en-US/kb/profiles-where-firefox-stores-user-data
Firefox on macOS | ~/Library/Application Support/Firefox/**/{logins.json,key4.db,cookies.sqlite} | https://support.mozilla.org/en-US/kb/profiles-where-firefox-stores-user-data
Chrome, Chromium | ~/.config/{google-chrome,google-chrome-beta,google-chrome-unstable,chromium}/**/{Login Data,Login Data For Account,Cookies,Web Data}, ~/snap/chromium/**/{Login Data,Cookies} | https://chromium.googlesource.com/chromium/src/+/main/docs/user_data_dir.md
Brave, Edge, Vivaldi, Opera | ~/.config/{BraveSoftware,microsoft-edge,microsoft-edge-beta,vivaldi,opera}/**/{Login Data,Login Data For Account,Cookies,Web Data} | https://chromium.googlesource.com/chromium/src/+/main/docs/user_data_dir.md
Chromium browsers on macOS | ~/Library/Application Support/**/{Login Data,Login Data For Account,Cookies,Web Data} | https://chromium.googlesource.com/chromium/src/+/main/docs/user_data_dir.md
Safari | ~/Library/Cookies/**, ~/Library/Containers/com.apple.Safari/Data/Library/Cookies/** | https://support.apple.com/guide/safari/manage-cookies-sfri11471/mac
macOS keychain | ~/Library/Keychains/**, /Library/Keychains/System.keychain | https://support.apple.com/guide/keychain-access/welcome/mac
GNOME Keyring | ~/.local/share/keyrings/**, ~/.gnome2/keyrings/** | https://wiki.gnome.org/Projects/GnomeKeyring
KDE Wallet | ~/.local/share/kwalletd/** | https://docs.kde.org/stable5/en/kwalletmanager/kwallet5/
Python keyring | ~/.local/share/python_keyring/** | https://pypi.org/project/keyrings.alt/
KeePass | *.kdbx, *.kdb | https://keepass.info/help/base/index.html
1Password CLI | ~/.config/op/**, ~/.op/** | https://developer.1password.com/docs/cli/config-directories/
Bitwarden CLI | ~/.config/Bitwarden CLI/data.json, ~/Library/Application Support/Bitwarden CLI/data.json | https://bitwarden.com/help/data-storage/
rbw | ~/.local/share/rbw/**, ~/.cache/rbw/** | https://github.com/doy/rbw#readme
LastPass CLI | ~/.lpass/**, ~/.local/share/lpass/** | https://github.com/lastpass/lastpass-cli
WireGuard | /etc/wireguard/** | wg-quick(8)
OpenVPN | *.ovpn, /etc/openvpn/**/*.key | openvpn(8)
Tailscale | /var/lib/tailscale/tailscaled.state | https://tailscale.com/kb/1278/tailscaled
ZeroTier | /var/lib/zerotier-one/identity.secret, /var/lib/zerotier-one/authtoken.secret | https://docs.zerotier.com/cli/
strongSwan | /etc/ipsec.secrets, /etc/swanctl/private/** | https://docs.strongswan.org/docs/latest/config/secrets.html
PPP | /etc/ppp/*-secrets | pppd(8)
NetworkManager | /etc/NetworkManager/system-connections/** | https://networkmanager.dev/docs/api/latest/nm-settings-keyfile.html
wpa_supplicant, iwd | /etc/wpa_supplicant/*.conf, /etc/wpa_supplicant.conf, /var/lib/iwd/*.psk, /var/lib/iwd/*.8021x | wpa_supplicant.conf(5), iwd.network(5)
Linux passwords | /etc/shadow*, /etc/gshadow*, /etc/sudoers, /etc/sudoers.d/**, /etc/security/opasswd | shadow(5), sudoers(5)
BSD passwords | /etc/master.passwd, /etc/spwd.db | passwd(5) FreeBSD 14
TLS | /etc/ssl/private/**, /etc/pki/tls/private/**, privkey.pem, *private*.pem, *private*.key, *-key.pem, {server,client,domain,ssl,tls}.key | https://wiki.debian.org/Self-Signed_Certificate
Let's Encrypt | /etc/letsencrypt/archive/**, /etc/letsencrypt/live/**/privkey*.pem, /etc/letsencrypt/accounts/** | https://eff-certbot.readthedocs.io/en/stable/using.html#where-are-my-certificates
acme.sh | ~/.acme.sh/account.conf, ~/.acme.sh/*/*.key | https://github.com/acmesh-official/acme.sh/wiki
step | ~/.step/secrets/** | https://smallstep.com/docs/step-cli/
mkcert | ~/.local/share/mkcert/rootCA-key.pem, ~/Library/Application Support/mkcert/rootCA-key.pem | https://github.com/FiloSottile/mkcert#readme
Java keystores | *.jks, *.keystore, *.p12, *.pfx | https://docs.oracle.com/en/java/javase/21/docs/specs/man/keytool.html
Kerberos | *.keytab, /tmp/krb5cc_*, /etc/krb5kdc/** | https://web.mit.edu/kerberos/krb5-latest/doc/basic/keytab_def.html
Ansible | ~/.vault_pass*, ~/.vault-pass*, .vault_pass, .vault_pass.txt, ~/.ansible/galaxy_token | https://docs.ansible.com/ansible/latest/vault_guide/vault_managing_passwords.html
Chef | ~/.chef/*.pem, ~/.chef/credentials, /etc/chef/*.pem | https://docs.chef.io/workstation/knife_setup/
Puppet | /etc/puppetlabs/puppet/ssl/private_keys/**, /etc/puppetlabs/puppet/eyaml/private_key* | https://www.puppet.com/docs/puppet/8/dirs_ssldir.html
Salt | /etc/salt/pki/**/*.pem | https://docs.saltproject.io/en/latest/ref/configuration/master.html
Rails | master.key | https://guides.rubyonrails.org/security.html#custom-credentials
Hugging Face | ~/.cache/huggingface/token, ~/.cache/huggingface/stored_tokens, ~/.huggingface/token | https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables
OpenAI Codex | ~/.codex/auth.json | https://developers.openai.com/codex/auth/
OpenAI | ~/.openai/api_key, ~/.openai_api_key, ~/.config/openai/** | https://platform.openai.com/docs
Claude Code | ~/.claude/.credentials.json | https://docs.claude.com/en/docs/claude-code/iam#credential-management
Gemini CLI | ~/.gemini/oauth_creds.json | https://geminicli.com/docs/get-started/authentication/
Qwen Code | ~/.qwen/oauth_creds.json | https://github.com/QwenLM/qwen-code
OpenCode | ~/.local/share/opencode/auth.json | https://opencode.ai/docs/providers/
GitHub Copilot | ~/.config/github-copilot/{hosts,apps}.json, ~/.copilot/config.json | https://docs.github.com/en/copilot/how-tos/copilot-cli/set-up-copilot-cli/authenticate-copilot-cli
Amp, Cline, Continue | ~/.local/share/amp/secrets.json, ~/.cline/data/secrets.json | https://docs.cline.bot/api/authentication
llm | ~/.config/io.datasette.llm/keys.json, ~/Library/Application Support/io.datasette.llm/keys.json | https://llm.datasette.io/en/stable/setup.html#saving-and-using-stored-keys
Kaggle | ~/.kaggle/kaggle.json, ~/.config/kaggle/kaggle.json | https://www.kaggle.com/docs/api
Weights & Biases | ~/.config/wandb/settings | https://docs.wandb.ai/guides/track/environment-variables
Comet | ~/.comet.config | https://www.comet.com/docs/v2/guides/experiment-management/configure-sdk/
Modal | ~/.modal.toml | https://modal.com/docs/reference/modal.config
Lightning | ~/.lightning/credentials.json | https://lightning.ai/docs/overview/sdk-reference
Ollama | ~/.ollama/id_ed25519 | https://github.com/ollama/ollama/blob/main/docs/faq.mdx
Jupyter | ~/.jupyter/jupyter_server_config.json, ~/.jupyter/jupyter_notebook_config.json, ~/.local/share/jupyter/runtime/jpserver-*.json | https://jupyter-server.readthedocs.io/en/latest/operators/public-server.html
Bitcoin, Litecoin | ~/.bitcoin/**/wallet.dat, ~/.bitcoin/wallet.dat, ~/.bitcoin/.cookie, ~/.bitcoin/bitcoin.conf, wallet.dat | https://github.com/bitcoin/bitcoin/blob/master/doc/files.md
Ethereum | ~/.ethereum/keystore/**, ~/.ethereum/*/keystore/**, ~/Library/Ethereum/keystore/**, ~/.foundry/keystores/** | https://geth.ethereum.org/docs/fundamentals/account-management
Solana | ~/.config/solana/id.json | https://docs.anza.xyz/cli/examples/choose-a-cluster
Electrum | ~/.electrum/wallets/** | https://electrum.readthedocs.io/en/latest/faq.html
Monero | ~/Monero/wallets/** | https://docs.getmonero.org/interacting/monero-config-file/
NEAR, Aptos, Sui | ~/.near-credentials/**, ~/.aptos/config.yaml, ~/.sui/sui_config/sui.keystore | https://docs.near.org/tools/near-cli
Lightning Network | ~/.lnd/**/*.macaroon, ~/.lightning/**/hsm_secret | https://docs.lightning.engineering/lightning-network-tools/lnd/macaroons
App Store Connect | AuthKey_*.p8, ~/.appstoreconnect/private_keys/**, ~/private_keys/** | https://developer.apple.com/documentation/appstoreconnectapi/creating-api-keys-for-app-store-connect-api
fastlane | ~/.fastlane/spaceship/*/cookie | https://docs.fastlane.tools/best-practices/continuous-integration/
Android | ~/.android/adbkey, ~/.android/debug.keystore | https://developer.android.com/tools/adb
Google service accounts | *serviceAccount*.json, service-account*.json, client_secret*.json | https://cloud.google.com/iam/docs/keys-create-delete
clasp | ~/.clasprc.json | https://github.com/google/clasp
gcalcli | ~/.gcalcli_oauth, ~/.local/share/gcalcli/oauth | https://github.com/insanum/gcalcli
Signal, Telegram | ~/.config/Signal/config.json, ~/Library/Application Support/Signal/config.json, ~/.local/share/TelegramDesktop/tdata/** | https://github.com/telegramdesktop/tdesktop
irssi, weechat | ~/.irssi/config, ~/.config/weechat/sec.conf, ~/.weechat/sec.conf | https://weechat.org/files/doc/stable/weechat_user.en.html#secured_data
Pidgin | ~/.purple/accounts.xml | https://developer.pidgin.im/wiki/PlainTextPasswords
Remmina | ~/.local/share/remmina/**, ~/.config/remmina/remmina.pref | https://gitlab.com/Remmina/Remmina/-/wikis/home
VNC | ~/.vnc/passwd, ~/.config/tigervnc/passwd | vncpasswd(1)
X, ICE | ~/.Xauthority, ~/.ICEauthority | Xsecurity(7)
Metasploit, hashcat | ~/.msf4/database.yml | https://docs.metasploit.com/docs/using-metasploit/getting-started/nightly-installers.html
Syncthing | ~/.config/syncthing/key.pem, ~/.local/state/syncthing/key.pem, ~/.config/syncthing/config.xml, ~/.local/state/syncthing/config.xml | https://docs.syncthing.net/users/config.html
Home Assistant | ~/.homeassistant/secrets.yaml, ~/.homeassistant/.storage/auth | https://www.home-assistant.io/docs/configuration/secrets/
shell histories | ~/.bash_history, ~/.zsh_history, ~/.local/share/fish/fish_history, ~/.psql_history, ~/.mysql_history, ~/.rediscli_history | bash(1) HISTFILE, zshparam(1), psql(1), redis-cli(1)
Linux memory and environment | /proc/*/environ, /proc/*/mem, /proc/kcore, /dev/mem, /dev/kmem | proc(5), mem(4)
`;

/** The only list of them: rules, the classifier and the documentation take them from here. */
export function credentialPlaces(): readonly CredentialPlace[] {
  return TABLE.trim()
    .split('\n')
    .map((line) => {
      const [tool = '', globs = '', source = ''] = line.split(' | ');
      return { tool, globs: splitGlobs(globs), source };
    });
}

/** At commas outside of braces. */
function splitGlobs(text: string): readonly string[] {
  return text.split(/,(?![^{]*\})/).map((glob) => glob.trim());
}
