import { type Access, accesses } from '../../grammar/accesses.ts';
import { hostOf, isLoopback } from '../../grammar/address.ts';
import { leadOf } from '../../grammar/words.ts';
import type { Operation } from '../../model/operation.ts';
import { type Word, wordValue } from '../../model/word.ts';
import type { Behaviour, Call, ProgramFamily } from '../behaviour.ts';
import { rawOption } from '../call.ts';
import { personalName } from '../personal-data.ts';

const READS =
  /^\s*(?:(?:--[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)\s*)*(?:select\b(?![\s\S]*\binto\s+(?:outfile|dumpfile)\b)|show\b|explain\b(?!\s+analy[sz]e\b)|describe\b|desc\b|values\b|pragma\s+[\w.]+\s*(?:\(|$)|use\b|\\[dlz?]|\.(?:tables|schema|databases|indexes|headers|mode|dump|help|width|separator)\b|get\b|mget\b|hget|hgetall\b|keys\b|scan\b|exists\b|ttl\b|info\b|ping\b|dbsize\b|lrange\b|smembers\b|zrange\b|type\b|strlen\b|llen\b|scard\b)/i;

/** A statement that only asks. `WITH ..` may end in anything, so it does not count. */
export function onlyAsks(statements: string): boolean {
  const parts = statements.split(';').filter((part) => part.trim() !== '');
  return parts.length > 0 && parts.every((part) => READS.test(part));
}

const CODE_OPTIONS = ['-c', '--command', '-e', '--execute', '--eval', '-Q', '-q', '-cmd'];

/** The statements in the arguments; undefined = they come from elsewhere. */
function statements(call: Call): readonly Word[] | undefined {
  const words = [
    ...call.parsed.options.flatMap(({ names, value, kind }) =>
      value !== undefined && (kind === 'code' || names.some((name) => CODE_OPTIONS.includes(name))) ? [value] : [],
    ),
    ...call.parsed.operands.flatMap(({ word, kind }) => (kind === 'code' ? [word] : [])),
  ];
  return words.length === 0 ? undefined : words;
}

function asks(words: readonly Word[] | undefined): boolean | undefined {
  if (words === undefined) return undefined;
  return words.every((word) => word.kind === 'known' && onlyAsks(word.value));
}

/** The far host; undefined = this machine. */
function hostFor(call: Call): string | undefined {
  const urls = call.parsed.operands.map(({ word }) => hostOf(leadOf(word)));
  const host = rawOption(call, '-h') ?? rawOption(call, '--host') ?? urls.find((one) => one !== undefined);
  return host === undefined || host.startsWith('/') || isLoopback(host) ? undefined : host;
}

function talk(call: Call, reads: boolean | undefined): readonly Operation[] {
  const host = hostFor(call);
  const verb = reads === true ? 'read' : 'write';
  return [
    {
      type: host === undefined ? `${verb}_local` : `${verb}_external`,
      categories: ['database'],
      ...(host !== undefined && { resource: host }),
      confidence: reads === undefined ? 0.7 : 1,
      why: `\`${call.program}\``,
    },
  ];
}

/** Clients of a database server: what they do is in their statements. */
function server(call: Call): Behaviour | undefined {
  if (call.invocation.argv.length === 2 && /^--?(version|help|V)$/.test(wordValue(call.invocation.argv[1]) ?? '')) {
    return { operations: [], paths: [] };
  }
  const said = statements(call);
  return { operations: [...talk(call, asks(said)), ...personal(call, said)] };
}

/** Of these and no others: a word after it is a table. */
const TABLES = /\b(?:from|into|update|join|table(?: if (?:not )?exists)?)\s+["`[]?(?:\w+["`\]]?\.["`[]?)?(\w+)/gi;

/** The database, or a table in its statements, is called like a person's data. */
function personal(call: Call, said: readonly Word[] | undefined): readonly Operation[] {
  const options = ['-d', '--dbname', '--database', '-D'].map((name) => rawOption(call, name));
  const operands = call.parsed.operands.filter(({ kind }) => kind !== 'code').map(({ word }) => wordValue(word));
  const databases = [...options, ...operands].flatMap((name) => name?.split('/').at(-1) ?? []);
  const texts = (said ?? []).map((word) => wordValue(word) ?? '');
  const tables = texts.flatMap((text) => [...text.matchAll(TABLES)].map(([, table]) => table as string));
  const found = [...databases.map((name) => name.replace(/\.\w+$/, '')), ...tables].flatMap(
    (name) => personalName(name) ?? [],
  );
  const reads = asks(said);
  return [...new Set(found)].map((category) => ({
    type: reads === true ? 'read_sensitive' : 'write_sensitive',
    categories: [category],
    // a session at a prompt may do either
    confidence: reads === undefined ? 0.3 : 0.7,
    why: `\`${call.program}\``,
  }));
}

/** redis-cli takes one command as its words. */
function redis(call: Call): Behaviour | undefined {
  const [command] = call.words;
  return { operations: talk(call, command === undefined ? undefined : onlyAsks(command)) };
}

/** A database in a file: reading statements read the file. */
function file(call: Call): Behaviour | undefined {
  const reads = asks(statements(call));
  const paths = accesses(call.parsed).map(
    (one): Access => (reads === true && one.access === 'write' ? { ...one, access: 'read' } : one),
  );
  return { operations: personal(call, statements(call)), paths };
}

/** Database clients. Source: see the grammar tables. */
export const DATABASE_OPERATIONS: ProgramFamily = {
  rows: {
    'pg_dump pg_dumpall mysqldump mongodump mongoexport': [['read_local:database', '**']],
    'pg_restore mongorestore mongoimport mysqlimport': [['write_local:database', '**']],
    'createdb dropdb createuser dropuser mysqladmin initdb pg_ctl vacuumdb reindexdb': [['write_local:database', '**']],
  },
  special: {
    'psql mysql mariadb mongosh mongo clickhouse-client cqlsh sqlcmd usql pgcli mycli influx': server,
    'redis-cli valkey-cli': redis,
    'sqlite3 duckdb': file,
  },
};
