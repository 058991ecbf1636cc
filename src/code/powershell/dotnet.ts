import type { CmdletContext } from './cmdlets.ts';
import type { Value } from './syntax.ts';
import { constantOf } from './words.ts';

type Paths = Pick<CmdletContext, 'paths'>;
type Call = Extract<Value, { kind: 'call' }>;
type Translate = (args: readonly Value[], paths: Paths) => string;

const all =
  (command: string): Translate =>
  (args, { paths }) =>
    `${command} ${paths(...args).join(' ')}`;
const first =
  (command: string): Translate =>
  (args, { paths }) =>
    `${command} ${paths(args[0]).join(' ')}`;
const two =
  (command: string): Translate =>
  (args, { paths }) =>
    `${command} ${paths(args[0], args[1]).join(' ')}`;

/** Methods of .NET's File, Directory and Process, by their names alone. Source: System.IO, .NET 8. */
const STATIC: Readonly<Record<string, Translate>> = {
  delete: first('rm -rf --'),
  readalltext: first('cat --'),
  readallbytes: first('cat --'),
  readalllines: first('cat --'),
  readlines: first('cat --'),
  openread: first('cat --'),
  opentext: first('cat --'),
  writealltext: first('echo >'),
  writeallbytes: first('echo >'),
  writealllines: first('echo >'),
  create: first('echo >'),
  createtext: first('echo >'),
  openwrite: first('echo >'),
  appendalltext: first('echo >>'),
  appendalllines: first('echo >>'),
  move: two('mv --'),
  replace: two('mv --'),
  copy: two('cp --'),
  start: all(''),
};

/** Methods of any object that fetch, send or start. */
const METHODS: Readonly<Record<string, Translate>> = {
  downloadstring: first('curl'),
  downloaddata: first('curl'),
  getstringasync: first('curl'),
  downloadfile: (args, { paths }) => `curl -o ${paths(args[1]).join(' ')} ${paths(args[0]).join(' ')}`,
  uploadfile: (args, { paths }) => `curl -T ${paths(args[1]).join(' ')} ${paths(args[0]).join(' ')}`,
  uploadstring: (args, { paths }) => `curl -d ${paths(args[1]).join(' ')} ${paths(args[0]).join(' ')}`,
};

const FILES = /(?:^|\.)(?:file|directory|process)$/;

/** The shell code for a call into .NET; what it is called on runs all the same. Empty = nothing that is known. */
export function callCode(call: Call, paths: Paths, evaluated: (text: Value | undefined) => string): string {
  const { on, method, args } = call;
  if (typeof on === 'string') {
    if (/(?:^|\.)scriptblock$/.test(on) && method === 'create') return evaluated(args[0]);
    const known = FILES.test(on) && Object.hasOwn(STATIC, method) ? STATIC[method] : undefined;
    if (known !== undefined) return known(args, paths).trim();
    return args.length === 0 ? ':' : `: ${paths.paths(...args).join(' ')}`;
  }
  if (method === 'delete') return `rm -rf -- ${paths.paths(on).join(' ')}`;
  if (/^(invoke|invokescript|invokereturnasis|invokecommand)$/.test(method)) {
    return evaluated(on.kind === 'block' || args.length === 0 || constantOf(args[0]) === undefined ? on : args[0]);
  }
  const known = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  const before = paths.paths(on).filter((word) => word.includes('$('));
  const own = known === undefined ? `: ${paths.paths(...args).join(' ')}` : known(args, paths);
  return before.length === 0 ? own : `{ : ${before.join(' ')}; ${own}; }`;
}
