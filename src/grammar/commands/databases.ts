// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';
import { NOTHING_LOST } from '../loss-row.ts';

function databases(): Readonly<Record<string, Grammar>> {
  const PG_CONNECT =
    '-h --host =text, -p --port =text, -U --username =text, -w --no-password, -W --password, -? --help, -V --version';

  const PG_ARCHIVE = `
    -f --file =write, -F --format =text, -d --dbname =text, -t --table =text, -n --schema =text, -a --data-only
    -s --schema-only, -c --clean, -C --create, -O --no-owner, -x --no-privileges, -j --jobs =text
  `;

  const MYSQL: Grammar = {
    source: 'mysql(1) MySQL 8.0; MariaDB 10.11',
    options: `
      -e --execute =code, -D --database =text, -h --host =text, -P --port =text, -u --user =text
      -p --password [=text], -S --socket =path, --protocol =text, -B --batch, -N --skip-column-names, -s --silent
      -v --verbose, -t --table, -T --debug-info, -E --vertical, -H --html, -X --xml, -r --raw, -f --force, -q --quick
      -n --unbuffered, -i --ignore-spaces, -A --no-auto-rehash, -b --no-beep, -C --compress, -c --comments
      -G --named-commands, -L --skip-line-numbers, -U --safe-updates --i-am-a-dummy, -w --wait, -o --one-database
      -V --version, -I -? --help, --defaults-file =path, --defaults-extra-file =path, --defaults-group-suffix =text
      --no-defaults, --print-defaults, --login-path =text, --delimiter =text, --default-character-set =text
      --init-command =code, --local-infile [=text], --pager [=command], --tee =write, --prompt =text, --ssl-mode =text
      --ssl-ca =path, --ssl-cert =path, --ssl-key =path, --connect-timeout =text, --max-allowed-packet =text
      --plugin-dir =path, --default-auth =text, --reconnect, --column-names, --auto-rehash, --line-numbers, --ssl
      --skip-ssl
    `,
    operands: 'text',
  };

  return {
    psql: {
      source: 'psql(1) PostgreSQL 15',
      options: `
        ${PG_CONNECT}, -c --command =code, -d --dbname =text, -f --file =path, -l --list, -v --set --variable =text
        -X --no-psqlrc, -1 --single-transaction, -a --echo-all, -b --echo-errors, -e --echo-queries, -E --echo-hidden
        -L --log-file =write, -n --no-readline, -o --output =write, -q --quiet, -s --single-step, -S --single-line
        -A --no-align, --csv, -F --field-separator =text, -H --html, -P --pset =text, -R --record-separator =text
        -t --tuples-only, -T --table-attr =text, -x --expanded, -z --field-separator-zero, -0 --record-separator-zero
      `,
      operands: 'text*',
    },
    dropdb: {
      source: 'dropdb(1) PostgreSQL 15',
      options: `${PG_CONNECT}, -e --echo, -f --force, -i --interactive, --if-exists, --maintenance-db =text`,
      operands: 'text*',
    },
    createdb: {
      source: 'createdb(1) PostgreSQL 15',
      options: `
        ${PG_CONNECT}, -D --tablespace =text, -e --echo, -E --encoding =text, -l --locale =text, --lc-collate =text
        --lc-ctype =text, --icu-locale =text, --locale-provider =text, -O --owner =text, -S --strategy =text
        -T --template =text, --maintenance-db =text
      `,
      operands: 'text*',
    },
    dropuser: {
      source: 'dropuser(1) PostgreSQL 15',
      options: `${PG_CONNECT}, -e --echo, -i --interactive, --if-exists`,
      operands: 'text*',
    },
    pg_dump: {
      source: 'pg_dump(1) PostgreSQL 15: the common options',
      options: `
        ${PG_CONNECT}, ${PG_ARCHIVE}
        -Z --compress =text, -v --verbose, -b --blobs, -T --exclude-table =text, -N --exclude-schema =text, --if-exists
      `,
      anyOption: true,
      operands: 'text*',
    },
    pg_restore: {
      source: 'pg_restore(1) PostgreSQL 15: the common options',
      options: `
        ${PG_CONNECT}, ${PG_ARCHIVE}
        -l --list, -L --use-list =path, -v --verbose, -1 --single-transaction, --if-exists
      `,
      anyOption: true,
    },
    mysql: MYSQL,
    mariadb: MYSQL,
    mysqladmin: { ...MYSQL, anyOption: true, operands: 'text*' },
    sqlite3: {
      source: 'sqlite3(1) 3.40; options with one or two dashes',
      // it keeps books of its own
      losses: NOTHING_LOST,
      singleDash: true,
      options: `
        -A =text, -append, -ascii, -bail, -batch, -box, -column, -cmd =code, -csv, -deserialize, -echo, -init =path
        -header, -noheader, -help, -html, -interactive, -json, -line, -list, -lookaside =text =text, -markdown
        -maxsize =text, -memtrace, -mmap =text, -newline =text, -nofollow, -nonce =text, -nullvalue =text
        -pagecache =text =text, -quote, -readonly, -safe, -separator =text, -stats, -table, -tabs, -unsafe-testing
        -version, -vfs =text, -zip
      `,
      operands: 'write code*',
      when: [{ given: ['-readonly'], operands: 'path code*' }],
    },
    'redis-cli': {
      source: 'redis-cli --help 7.0',
      options: `
        -h =text, -p =text, -t =text, -s =path, -a =text, --user =text, --pass =text, --askpass, -u =text, -r =text
        -i =text, -n =text, -2, -3, -x, -X =text, -d =text, -D =text, -c, -e, --tls, --sni =text, --cacert =path
        --cacertdir =path, --insecure, --cert =path, --key =path, --tls-ciphers =text, --tls-ciphersuites =text, --raw
        --no-raw, --quoted-input, --csv, --json, --quoted-json, --show-pushes =text, --stat, --latency
        --latency-history, --latency-dist, --lru-test =text, --replica, --rdb =write, --functions-rdb =write, --pipe
        --pipe-timeout =text, --bigkeys, --memkeys, --memkeys-samples =text, --hotkeys, --scan, --pattern =text
        --quoted-pattern =text, --intrinsic-latency =text, --eval =path, --ldb, --ldb-sync-mode, --cluster, --verbose
        --no-auth-warning, --help, --version, -4, -6
      `,
      operands: 'text*',
      optionsFirst: true,
      abbreviations: false,
    },
    mongosh: {
      source: 'mongosh --help 2.0',
      options: `
        -h --help, -f --file =path, --host =text, --port =text, --version, --quiet, --shell, --nodb, --norc
        --eval =code, --json [=text], --retryWrites [=text], -u --username =text, -p --password =text
        --authenticationDatabase =text, --authenticationMechanism =text, --tls, --tlsCertificateKeyFile =path
        --tlsCertificateKeyFilePassword =text, --tlsCAFile =path, --tlsAllowInvalidHostnames
        --tlsAllowInvalidCertificates, --tlsCRLFile =path, --apiVersion =text, --apiStrict, --apiDeprecationErrors
        --verbose
      `,
      anyOption: true,
      operands: 'text path*',
    },
    mongo: {
      source: 'mongo(1) 5.0',
      options:
        '--eval =code, -u --username =text, -p --password =text, --host =text, --port =text, --quiet, --norc, --nodb',
      anyOption: true,
      operands: 'text path*',
    },
  };
}

/** Database clients. */
export const DATABASES = family(
  `psql dropdb createdb dropuser pg_dump pg_restore mysql mariadb mysqladmin sqlite3 redis-cli mongosh mongo`,
  databases,
);
