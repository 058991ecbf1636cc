import type { Bound, Parameters } from './bind.ts';
import type { Value } from './syntax.ts';
import { UNKNOWN_WORD } from './words.ts';

/** How a cmdlet is connected in its pipeline, and how its arguments are written for a shell. */
export interface CmdletContext {
  /** something flows into it */
  readonly isFed: boolean;
  /** the paths of files, from a listing */
  readonly isFedPaths: boolean;
  /** what it prints flows into something */
  readonly feeds: boolean;
  word(value: Value | undefined): string;
  words(value: Value | undefined): readonly string[];
  /** as paths: patterns, `~` and `\` are read, unless the parameter takes them literally */
  paths(...values: readonly (Value | undefined)[]): readonly string[];
  literalPaths(value: Value | undefined): readonly string[];
  /** the code of a script block, or of a text */
  code(value: Value | undefined): string;
}

export interface Cmdlet {
  /** its own name first, then its aliases */
  readonly names: string;
  readonly parameters: Parameters;
  /** the shell line that does the same */
  to(bound: Bound, context: CmdletContext): string;
}

const PATHS = { positional: 'path literalpath|pspath|lp', values: 'filter include exclude stream encoding' } as const;

/** The paths that are named, else what flows in, as `xargs` takes it. */
function onPaths(command: string, { values, rest }: Bound, context: CmdletContext, isFed = context.isFed): string {
  const named = [...context.paths(values.get('path'), ...rest), ...context.literalPaths(values.get('literalpath'))];
  if (named.length > 0) return `${command} -- ${named.join(' ')}`;
  return isFed ? `xargs ${command} --` : command;
}

function written(bound: Bound, context: CmdletContext, value: Value | undefined, append: boolean): string {
  const { values } = bound;
  const targets = [...context.paths(values.get('path')), ...context.literalPaths(values.get('literalpath'))];
  const content = value === undefined ? 'cat' : `echo ${context.words(value).join(' ')}`;
  const redirects = targets.map((target) => `${append ? '>>' : '>'} ${target}`);
  return [content, ...redirects].join(' ');
}

function fromTo(command: string, { values, rest }: Bound, context: CmdletContext): string {
  const from = [...context.paths(values.get('path')), ...context.literalPaths(values.get('literalpath'))];
  const to = [...context.paths(values.get('destination')), ...context.paths(...rest)];
  if (from.length === 0 && context.isFed) return `xargs -I{} ${command} -- {} ${to.join(' ')}`;
  return `${command} -- ${[...from, ...(to.length === 0 ? ['.'] : to)].join(' ')}`;
}

const COPY: Parameters = {
  positional: 'path destination',
  values: 'literalpath|pspath|lp filter include exclude fromsession tosession',
  switches: 'recurse force container passthru',
};

const REQUEST: Parameters = {
  positional: 'uri',
  values:
    'outfile infile method|custommethod body form headers|h contenttype useragent websession|session sessionvariable|sv timeoutsec maximumredirection proxy token authentication certificate statuscodevariable',
  switches: 'usebasicparsing usedefaultcredentials skipcertificatecheck passthru resume',
};

function request({ values }: Bound, context: CmdletContext): string {
  const option = (flag: string, name: string, asPath = false) => {
    const value = values.get(name);
    return value === undefined ? [] : [flag, asPath ? context.paths(value).join(' ') : context.word(value)];
  };
  return [
    'curl',
    ...option('-X', 'method'),
    ...option('-d', 'body'),
    ...option('-T', 'infile', true),
    ...option('-o', 'outfile', true),
    context.word(values.get('uri')),
  ].join(' ');
}

/** Path of the registry: `HKLM:\Software`, `Registry::HKEY_..`. */
const REGISTRY = /^['"]?(?:hk(?:lm|cu|cr|u|cc)|registry):/i;

export const CMDLETS: readonly Cmdlet[] = [
  {
    names: 'remove-item ri rm rmdir del erase rd remove-itemproperty rp',
    parameters: { ...PATHS, switches: 'recurse force' },
    to: (bound, context) => {
      if (bound.switches.has('whatif')) return ':';
      const line = onPaths('rm -rf', bound, context);
      const first = line.slice('rm -rf -- '.length);
      if (/^env:/i.test(first)) return `unset ${first.slice(4).replace(/\W.*/, '')}`;
      return REGISTRY.test(first) ? `reg delete ${first}` : line;
    },
  },
  {
    names: 'set-itemproperty sp new-itemproperty',
    parameters: { positional: 'path name value', values: 'literalpath propertytype|type', switches: 'force' },
    to: ({ values }, context) => {
      const [path = "''"] = context.paths(values.get('path') ?? values.get('literalpath'));
      return REGISTRY.test(path) ? `reg add ${path}` : `: > ${path}`;
    },
  },
  {
    names: 'get-content gc cat type',
    parameters: {
      ...PATHS,
      values: `${PATHS.values} readcount totalcount|first|head tail|last delimiter`,
      switches: 'raw wait force asbytestream',
    },
    to: (bound, context) => onPaths('cat', bound, context, context.isFedPaths),
  },
  {
    names: 'import-csv ipcsv import-clixml format-hex fhx get-filehash',
    parameters: { ...PATHS, values: `${PATHS.values} delimiter header algorithm count offset` },
    to: (bound, context) => onPaths('cat', bound, context, context.isFedPaths),
  },
  {
    names: 'select-string sls',
    parameters: {
      positional: 'pattern path',
      values: 'literalpath|pspath|lp include exclude encoding context culture',
      switches: 'simplematch casesensitive quiet list nochange allmatches notmatch raw noemphasis',
    },
    to: (bound, context) =>
      onPaths(
        `grep${bound.switches.has('quiet') ? ' -q' : ''} -e ${context.word(bound.values.get('pattern'))}`,
        bound,
        context,
        context.isFedPaths,
      ),
  },
  {
    names: 'set-content sc',
    parameters: {
      positional: 'path value',
      values: 'literalpath|pspath|lp filter include exclude stream encoding',
      switches: 'force nonewline passthru asbytestream',
    },
    to: (bound, context) => written(bound, context, bound.values.get('value'), false),
  },
  {
    names: 'add-content ac',
    parameters: {
      positional: 'path value',
      values: 'literalpath|pspath|lp filter include exclude stream encoding',
      switches: 'force nonewline passthru asbytestream',
    },
    to: (bound, context) => written(bound, context, bound.values.get('value'), true),
  },
  {
    names: 'out-file tee-object tee export-csv epcsv export-clixml start-transcript',
    parameters: {
      positional: 'path|filepath',
      values: 'literalpath|pspath|lp encoding width inputobject variable delimiter depth',
      switches: 'append force nonewline noclobber notypeinformation|nti',
    },
    to: (bound, context) => written(bound, context, bound.values.get('inputobject'), bound.switches.has('append')),
  },
  {
    names: 'clear-content clc clear-item cli',
    parameters: PATHS,
    to: (bound, context) => onPaths('truncate -s 0', bound, context),
  },
  {
    names: 'new-item ni',
    parameters: { positional: 'path', values: 'name itemtype|type value|target', switches: 'force' },
    to: ({ values }, context) => {
      const folder = context.paths(values.get('path'));
      const name = context.paths(values.get('name'));
      const path = [...folder, ...name].join('/') || '.';
      const type = context.word(values.get('itemtype')).toLowerCase();
      if (/^(directory|d|dir|folder)$/.test(type)) return `mkdir -p -- ${path}`;
      if (/link$|^junction$/.test(type)) return `ln -s -- ${context.paths(values.get('value')).join(' ')} ${path}`;
      return REGISTRY.test(path) ? `reg add ${path}` : `echo ${context.words(values.get('value')).join(' ')} > ${path}`;
    },
  },
  {
    names: 'mkdir md',
    parameters: { positional: 'path', values: 'name', switches: 'force' },
    to: (bound, context) => onPaths('mkdir -p', bound, context),
  },
  { names: 'copy-item cpi copy cp', parameters: COPY, to: (bound, context) => fromTo('cp -r', bound, context) },
  { names: 'move-item mi move mv', parameters: COPY, to: (bound, context) => fromTo('mv', bound, context) },
  {
    names: 'rename-item rni ren',
    parameters: { positional: 'path destination|newname', values: 'literalpath|pspath|lp', switches: 'force passthru' },
    to: (bound, context) => fromTo('mv', bound, context),
  },
  {
    names: 'set-location sl cd chdir push-location pushd',
    parameters: { positional: 'path', values: 'literalpath|pspath|lp stackname', switches: 'passthru' },
    to: (bound, context) => {
      const [path = ''] = [
        ...context.paths(bound.values.get('path')),
        ...context.literalPaths(bound.values.get('literalpath')),
      ];
      return `cd ${path || '"$HOME"'}`;
    },
  },
  { names: 'pop-location popd', parameters: {}, to: () => `cd ${UNKNOWN_WORD}` },
  {
    names: 'get-childitem gci ls dir',
    parameters: {
      positional: 'path filter',
      values: 'literalpath|pspath|lp include exclude depth attributes',
      switches: 'recurse|s force name file directory|ad|d hidden|ah|h readonly|ar system|as followsymlink',
    },
    to: (bound, context) => {
      const { values, switches, rest } = bound;
      const paths = [...context.paths(values.get('path'), ...rest), ...context.literalPaths(values.get('literalpath'))];
      const [first = ''] = paths;
      if (/^env:/i.test(first)) return 'env';
      if (!context.feeds) return ['ls', ...paths].join(' ');
      const names = [values.get('filter'), values.get('include')].flatMap((value) => context.words(value));
      const glob = names.length === 1 ? ['-name', names[0] as string] : [];
      const depth = switches.has('recurse') ? [] : ['-maxdepth', '1'];
      return ['find', ...(paths.length === 0 ? ['.'] : paths), '-mindepth', '1', ...depth, ...glob].join(' ');
    },
  },
  {
    names: 'get-item gi resolve-path rvpa convert-path',
    parameters: { ...PATHS, switches: 'force relative' },
    to: ({ values, rest }, context) => {
      const paths = [...context.paths(values.get('path'), ...rest), ...context.literalPaths(values.get('literalpath'))];
      return `${context.feeds ? 'echo' : 'ls -d'} ${paths.join(' ')}`;
    },
  },
  {
    names: 'test-path',
    parameters: { ...PATHS, values: `${PATHS.values} pathtype`, switches: 'isvalid' },
    to: ({ values, rest }, context) =>
      `test -e ${context.paths(values.get('path') ?? values.get('literalpath'), ...rest).join(' ')}`,
  },
  {
    names: 'write-output write echo write-host write-error write-warning write-verbose write-debug write-information',
    parameters: {
      values: 'inputobject object message foregroundcolor|f backgroundcolor|b separator',
      switches: 'noenumerate nonewline',
    },
    to: ({ values, rest }, context) =>
      ['echo', ...[...values.values(), ...rest].flatMap((value) => context.words(value))].join(' '),
  },
  { names: 'invoke-webrequest iwr', parameters: REQUEST, to: request },
  { names: 'invoke-restmethod irm', parameters: REQUEST, to: request },
  {
    names: 'invoke-expression iex',
    parameters: { positional: 'command' },
    to: ({ values }, context) => (values.size === 0 && context.isFed ? 'sh' : context.code(values.get('command'))),
  },
  {
    names: 'invoke-command icm start-job sajb start-threadjob measure-command',
    parameters: {
      positional: 'scriptblock|expression argumentlist|args',
      values: 'computername|cn session filepath initializationscript name throttlelimit hostname username keyfilepath',
      switches: 'asjob hidecomputername',
    },
    to: ({ values }, context) => context.code(values.get('scriptblock')),
  },
  {
    names: 'start-process saps start',
    parameters: {
      positional: 'filepath|path argumentlist|args',
      values:
        'workingdirectory verb windowstyle redirectstandardoutput|rso redirectstandarderror|rse redirectstandardinput|rsi environment',
      switches: 'wait passthru nonewwindow|nnw loaduserprofile usenewenvironment',
    },
    to: ({ values, rest }, context) => {
      const args = [values.get('argumentlist'), ...rest].flatMap((value) => context.words(value));
      const flat = args.flatMap((word) => (/^'[^']*\s[^']*'$/.test(word) ? word.slice(1, -1).split(/\s+/) : [word]));
      const elevated = /^runas$/i.test(context.word(values.get('verb'))) ? ['sudo'] : [];
      return [...elevated, context.word(values.get('filepath')), ...flat].join(' ');
    },
  },
  {
    names: 'stop-process spps kill',
    parameters: { positional: 'id', values: 'name|processname inputobject', switches: 'force passthru' },
    to: ({ values, rest }, context) => {
      const names = context.words(values.get('name'));
      const ids = [values.get('id'), ...rest].flatMap((value) => context.words(value));
      if (names.length > 0) return `pkill -9 -x ${names.join(' ')}`;
      return ids.length === 0 && context.isFed ? 'xargs kill -9' : `kill -9 ${ids.join(' ')}`;
    },
  },
  {
    names: 'compress-archive',
    parameters: {
      positional: 'path destinationpath',
      values: 'literalpath compressionlevel',
      switches: 'update force passthru',
    },
    to: ({ values }, context) =>
      `zip -r ${context.paths(values.get('destinationpath')).join(' ')} ${[...context.paths(values.get('path')), ...context.literalPaths(values.get('literalpath'))].join(' ')}`,
  },
  {
    names: 'expand-archive',
    parameters: { positional: 'path destinationpath', values: 'literalpath', switches: 'force passthru' },
    to: ({ values }, context) =>
      `unzip ${context.paths(values.get('path') ?? values.get('literalpath')).join(' ')} -d ${context.paths(values.get('destinationpath')).join(' ') || '.'}`,
  },
  { names: 'where-object where ?', parameters: { positional: 'property value' }, to: forwardInput },
  {
    names:
      'sort-object sort select-object select group-object group get-unique gu out-string out-default out-host oh format-table ft format-list fl',
    parameters: {
      positional: 'property',
      values: 'first last skip index expandproperty excludeproperty culture top bottom width',
      switches: 'unique descending stable wait',
    },
    to: forwardInput,
  },
  { names: 'out-null', parameters: {}, to: () => 'cat > /dev/null' },
];

/** Cmdlets that pass on their input, or a part of it. */
function forwardInput(): string {
  return "grep ''";
}

/** Cmdlets that rules name, as they spell them. */
export const RULED = new Map(
  `Stop-Computer Restart-Computer Stop-Service Format-Volume Clear-Disk Remove-Partition Initialize-Disk Set-MpPreference
  Add-MpPreference Set-NetFirewallProfile Set-ExecutionPolicy Uninstall-WindowsFeature Clear-EventLog Remove-EventLog
  New-LocalUser Remove-LocalUser Add-LocalGroupMember Register-ScheduledTask Unregister-ScheduledTask`
    .split(/\s+/)
    .map((name) => [name.toLowerCase(), name] as const),
);
