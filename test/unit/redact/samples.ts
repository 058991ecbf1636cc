/** A text and the parts of it that must not be seen once it is redacted. */
export type Sample = readonly [label: string, text: string, ...hidden: string[]];

// made up, and put together here so that nobody's scanner takes them for real ones
const ALNUM = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const HEX = '0123456789abcdef'.repeat(4);
const LINES = (count: number) => Array.from({ length: count }, (_none, at) => `${at}${ALNUM}${ALNUM}`.slice(0, 64));
const KEY_BODY = [...LINES(3), 'c2hvcnQgbGFzdCBsaW5l+/=='];
const key = (name: string, body: readonly string[], separator = '\n') =>
  [`-----BEGIN ${name}PRIVATE KEY-----`, ...body, `-----END ${name}PRIVATE KEY-----`].join(separator);
const JWT = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${ALNUM}`;

const TOKENS = [
  `ghp_${ALNUM.slice(0, 36)}`,
  `gho_${ALNUM.slice(0, 36)}`,
  `github_pat_${ALNUM.slice(0, 22)}_${ALNUM}`,
  `glpat-${ALNUM.slice(0, 20)}`,
  `glptt-${ALNUM}`,
  `AKIA${'QWERTYUIOPASDFGH'}`,
  `ASIA${'QWERTYUIOPASDF12'}`,
  `AIza${ALNUM.slice(0, 35)}`,
  `ya29.${ALNUM}`,
  `GOCSPX-${ALNUM.slice(0, 28)}`,
  `dop_v1_${HEX}`,
  `HRKU-${ALNUM}`,
  `hvs.${ALNUM}`,
  `${ALNUM.slice(0, 14)}.atlasv1.${ALNUM}${ALNUM}`,
  `dapi${HEX.slice(0, 32)}`,
  `sk-${ALNUM}`,
  `sk-proj-${ALNUM}-${ALNUM}`,
  `sk-ant-api03-${ALNUM}-${ALNUM}AA`,
  `gsk_${ALNUM}`,
  `xai-${ALNUM}`,
  `hf_${ALNUM.slice(0, 34)}`,
  `r8_${ALNUM.slice(0, 37)}`,
  `pplx-${ALNUM}`,
  `npm_${ALNUM.slice(0, 36)}`,
  `pypi-${ALNUM}${ALNUM}`,
  `dckr_pat_${ALNUM.slice(0, 27)}`,
  `rubygems_${HEX.slice(0, 48)}`,
  `xoxb-123456789012-1234567890123-${ALNUM.slice(0, 24)}`,
  `xoxp-${ALNUM}`,
  `xapp-1-${ALNUM}`,
  `sk_live_${ALNUM.slice(0, 24)}`,
  `rk_test_${ALNUM.slice(0, 24)}`,
  `whsec_${ALNUM}`,
  `SG.${ALNUM.slice(0, 22)}.${ALNUM}`,
  `key-${HEX.slice(0, 32)}`,
  `shpat_${HEX.slice(0, 32)}`,
  `lin_api_${ALNUM}`,
  `ntn_${ALNUM}`,
  `figd_${ALNUM}`,
  `glsa_${ALNUM}`,
  `glc_${ALNUM}`,
  `sbp_${HEX.slice(0, 40)}`,
  `ops_eyJ${ALNUM}${ALNUM}`,
  `AGE-SECRET-KEY-1${ALNUM.toUpperCase()}${ALNUM.toUpperCase()}`,
  `PMAK-${HEX.slice(0, 24)}-${HEX.slice(0, 34)}`,
  `NRAK-${ALNUM.toUpperCase().slice(0, 27)}`,
  `ATBB${ALNUM.slice(0, 32)}`,
  JWT,
  JWT.slice(0, JWT.lastIndexOf('.')),
];

export const SECRETS: readonly Sample[] = [
  ...TOKENS.map((token): Sample => [token.slice(0, 12), `token: is it? ${token} it is`, token]),
  ['after an escape in JSON', `{"log":"a\\n${TOKENS[0]}\\tb"}`, TOKENS[0] ?? ''],
  ['in a URL', `https://x.test/?q=%20${TOKENS[0]}&r=1`, TOKENS[0] ?? ''],
  ['coloured', `\x1b[31m${TOKENS[0]}\x1b[0m`, TOKENS[0] ?? ''],
  ['in quotes', `x='${TOKENS[5]}';`, TOKENS[5] ?? ''],
  ['authorization', 'curl -H "Authorization: Bearer s3cr3tvalue" https://x.test', 's3cr3tvalue'],
  ['authorization, basic', 'Authorization: Basic YWRtaW46aHVudGVyMg==', 'YWRtaW46aHVudGVyMg=='],
  ['authorization, bare', 'proxy-authorization: abcdef123456', 'abcdef123456'],
  ['bearer alone', `using Bearer ${ALNUM} now`, ALNUM],
  ['api key header', "-H 'X-Api-Key: 0f1e2d3c4b'", '0f1e2d3c4b'],
  ['URL', 'git clone https://bob:hunter2horse@git.test/x.git', 'hunter2horse'],
  ['URL of a database', 'postgres://app:p%40ss-w0rd@db.test:5432/app', 'p%40ss-w0rd'],
  ['URL without a user', 'redis://:hunter2horse@cache.test', 'hunter2horse'],
  ['option', 'mysql --password hunter2horse db', 'hunter2horse'],
  ['option with =', 'mysql --password=hunter2horse db', 'hunter2horse'],
  ['option in quotes', "tool --client-secret 'correct horse battery' x", 'correct horse battery'],
  ['option of curl', 'curl -u admin:hunter2horse https://x.test', 'hunter2horse'],
  ['assignment', 'export DB_PASSWORD=hunter2horse', 'hunter2horse'],
  ['assignment in quotes', 'AWS_SECRET_ACCESS_KEY="wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzz"', 'wJalrXUtnFEMI'],
  ['assignment with blanks', 'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYzzzzzz', 'wJalrXUtnFEMI'],
  ['quoted words', 'PASSPHRASE="correct horse battery staple"', 'correct horse battery staple'],
  ['quote not closed', 'PASSPHRASE="correct horse battery staple', 'correct horse battery staple'],
  ['JSON', '{"user":"bob","password":"hunter2horse","n":1}', 'hunter2horse'],
  ['JSON in JSON', '{"body":"{\\"apiKey\\":\\"hunter2horse\\",\\"n\\":1}"}', 'hunter2horse'],
  ['camelCase', "accessToken: 'hunter2horse',", 'hunter2horse'],
  ['YAML', 'password: hunter2horse', 'hunter2horse'],
  ['a hash of Ruby', "'client_secret' => 'hunter2horse'", 'hunter2horse'],
  ['an attribute', "config['secret_key'] = 'hunter2horse'", 'hunter2horse'],
  ['walrus', 'token := "hunter2horse"', 'hunter2horse'],
  ['in a query', 'GET /cb?access_token=hunter2horse&user=bob', 'hunter2horse'],
  ['digits', 'PASSWORD=123456', '123456'],
  ['not ASCII', 'PASSWORD=пароль-ключ', 'пароль', 'ключ'],
  ['webhook', `https://hooks.slack.com/services/T0000/B0000/${ALNUM}`, ALNUM],
  ['private key', `a\n${key('RSA ', KEY_BODY)}\nb`, ...KEY_BODY],
  ['private key, new format', key('OPENSSH ', KEY_BODY), ...KEY_BODY],
  ['private key, windows lines', key('', KEY_BODY, '\r\n'), ...KEY_BODY],
  ['private key, cut off', key('RSA ', KEY_BODY).split('\n').slice(0, 3).join('\n'), ...KEY_BODY.slice(0, 2)],
  ['private key, cut off in a line', `x ${key('EC ', KEY_BODY).slice(0, 150)}`, KEY_BODY[0] ?? '', 'a1B2c3D4e5F6g7'],
  ['private key in JSON', JSON.stringify({ private: key('', KEY_BODY) }), ...KEY_BODY],
  ['private key on one line', key('', KEY_BODY, ' '), ...KEY_BODY],
  [
    'private key on one line, cut off',
    `x ${key('', KEY_BODY, ' ').slice(0, 180)} and so on`,
    KEY_BODY[0] ?? '',
    'a1B2c3D4e5F6g7',
  ],
  [
    'private key, cut off in JSON',
    `{"a":"${key('', KEY_BODY, '\\n').slice(0, 180)}","b":"c d"}`,
    KEY_BODY[0] ?? '',
    'a1B2c3D4e5F6g7',
  ],
  ['private key, numbered', key('', KEY_BODY).replace(/^/gm, '     7\t'), ...KEY_BODY],
  ['private key, quoted', key('', KEY_BODY).replace(/^/gm, '> '), ...KEY_BODY],
  [
    'private key, encrypted',
    key('RSA ', ['Proc-Type: 4,ENCRYPTED', 'DEK-Info: AES-128-CBC,0F1E2D3C', '', ...KEY_BODY]),
    ...KEY_BODY,
    '0F1E2D3C',
  ],
];

export const PERSONAL: Readonly<
  Record<string, { readonly hits: readonly Sample[]; readonly misses: readonly string[] }>
> = {
  EMAIL: {
    hits: [
      ['plain', 'write to john.doe+x@corp.example today', 'john.doe+x@corp.example'],
      ['in brackets', 'Author: J <j@mail.corp.co.uk>', 'j@mail.corp.co.uk'],
    ],
    misses: ['git clone git@github.com:a/b.git', 'npm i left-pad@1.3.0', '@types/node', 'a @ b.example', 'x@localhost'],
  },
  PHONE: {
    hits: [
      ['plain', 'call +14155552671 now', '+14155552671'],
      ['blanks', '+44 20 7946 0958', '+44 20 7946 0958'],
      ['brackets', '+1 (415) 555-2671', '+1 (415) 555-2671'],
    ],
    misses: ['call 4155552671', 'UTC+03', '+1 2 3', 'a+14155552671'],
  },
  CREDIT_CARD: {
    hits: [
      ['blanks', 'card 4111 1111 1111 1111 end', '4111 1111 1111 1111'],
      ['dashes', '5500-0055-5555-5559', '5500-0055-5555-5559'],
      ['bare', '4111111111111111', '4111111111111111'],
      ['Mastercard', 'pan=2221000000000009', '2221000000000009'],
      ['American Express', '378282246310005', '378282246310005'],
      ['American Express, blanks', '3782 822463 10005', '3782 822463 10005'],
      ['Discover', '6011111111111117', '6011111111111117'],
    ],
    misses: ['4111 1111 1111 1112', '4111111111111112', '9111111111111111', 'x4111111111111111', '4111-1111 1111-1111'],
  },
  SSN: {
    hits: [['plain', 'ssn 123-45-6789.', '123-45-6789']],
    misses: ['123-45-678', '1123-45-6789', '123-45-67890', '123-456-789', 'a123-45-6789', '123-45-6789-1'],
  },
  IBAN: {
    hits: [
      ['blanks', 'DE89 3704 0044 0532 0130 00 please', 'DE89 3704 0044 0532 0130 00'],
      ['bare', 'iban:GB82WEST12345698765432', 'GB82WEST12345698765432'],
    ],
    misses: [
      'DE89 3704 0044 0532 0130 01',
      'XX89370400440532013000',
      'ADE89370400440532013000',
      'GB82WEST1234569876543',
    ],
  },
  IP_ADDRESS: {
    hits: [['plain', 'from 203.0.113.42:443', '203.0.113.42']],
    misses: ['1.2.3', '1.2.3.256', 'v1.2.3.4', '1.2.3.4.5', '1.2.3.4567'],
  },
  PASSPORT: {
    hits: [['plain', 'passport AB1234567 ok', 'AB1234567']],
    misses: ['AB123456', 'AB12345678', 'ABC1234567', 'ab1234567', 'A1234567'],
  },
  DATE_OF_BIRTH: {
    hits: [
      ['dots', 'born 15.03.1985', '15.03.1985'],
      ['ISO', 'dob=1985-03-15;', '1985-03-15'],
      ['slashes', '5/3/1985', '5/3/1985'],
    ],
    misses: [
      '1985-13-15',
      '32.03.1985',
      '15.03.1785',
      '2024-01-15T10:20:30Z',
      '2024-01-15 10:20:30',
      '15.03-1985',
      '1.15.03.1985',
    ],
  },
  INN: {
    hits: [
      ['company', 'ИНН 7707083893', '7707083893'],
      ['person', '500100732259', '500100732259'],
    ],
    misses: ['7707083894', '500100732258', '0000000000', '77070838930'],
  },
  SNILS: {
    hits: [
      ['dashes', '112-233-445 95', '112-233-445 95'],
      ['bare', '11223344595', '11223344595'],
    ],
    misses: ['112-233-445 96', '11223344596', '112-233-445'],
  },
  RU_PASSPORT: {
    hits: [['plain', 'паспорт 45 06 123456 выдан', '45 06 123456']],
    misses: ['45 06 12345', '45 06 1234567', '145 06 123456'],
  },
  RU_PHONE: {
    hits: [
      ['+7', '+7 (900) 123-45-67', '+7 (900) 123-45-67'],
      ['8', '8 900 123 45 67', '8 900 123 45 67'],
      ['bare', '89001234567', '89001234567'],
      ['brackets', '8(900)123-45-67', '8(900)123-45-67'],
    ],
    misses: ['8 900 123 45', '9 900 123 45 67', '18 900 123 45 67'],
  },
};

/** Nothing of it is a secret. */
export const HARMLESS: readonly string[] = [
  'git push --force origin main',
  'https://x.test/a:b@c',
  'docker run -u 1000:1000 alpine',
  'export TOKEN=$(cat token)',
  'PASSWORD="$PASSWORD"',
  'password: ${{ secrets.PASSWORD }}',
  'PASSWORD=',
  'password=""',
  'secret: null',
  'password: string;',
  'const token = nextToken();',
  'if (token == other) return',
  'max_tokens: 4096',
  'TOKEN_FILE=/run/secrets/token',
  'secretName: my-secret',
  'tokenizer=bpe',
  'cat: /etc/passwd: No such file or directory',
  'PWD=/home/u OLDPWD=/tmp',
  'monkey=banana keyboard: qwerty',
  'task-force-one sk-learn-is-a-library-of-python',
  'npm_config_user_agent=npm npm_lifecycle_event',
  'the -----BEGIN PRIVATE KEY----- line says where (it) begins',
  '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUabcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH\n-----END CERTIFICATE-----',
  'ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQC7 user',
  'commit 5f1c2b3a4d5e6f708192a3b4c5d6e7f8091a2b3c',
  'eyJ.x',
  '"credentials": {',
  'tool --password --verbose',
];
