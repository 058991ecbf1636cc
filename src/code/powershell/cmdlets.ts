import type { Bound, Parameters } from './bind.ts';
import type { Value } from './syntax.ts';

/** What a cmdlet may ask of the place where it stands. */
export interface Place {
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
  to(bound: Bound, place: Place): string;
}

const PATHS = { places: 'path literalpath|pspath|lp', values: 'filter include exclude stream encoding' } as const;

/** The paths that are named, else what flows in, as `xargs` takes it. */
function onPaths(command: string, { values, rest }: Bound, place: Place, isFed = place.isFed): string {
  const named = [...place.paths(values.get('path'), ...rest), ...place.literalPaths(values.get('literalpath'))];
  if (named.length > 0) return `${command} -- ${named.join(' ')}`;
  return isFed ? `xargs ${command} --` : command;
}

function written(bound: Bound, place: Place, value: Value | undefined, append: boolean): string {
  const { values } = bound;
  const targets = [...place.paths(values.get('path')), ...place.literalPaths(values.get('literalpath'))];
  const content = value === undefined ? 'cat' : `echo ${place.words(value).join(' ')}`;
  const redirects = targets.map((target) => `${append ? '>>' : '>'} ${target}`);
  return [content, ...redirects].join(' ');
}

function fromTo(command: string, { values, rest }: Bound, place: Place): string {
  const from = [...place.paths(values.get('path')), ...place.literalPaths(values.get('literalpath'))];
  const to = [...place.paths(values.get('destination')), ...place.paths(...rest)];
  if (from.length === 0 && place.isFed) return `xargs -I{} ${command} -- {} ${to.join(' ')}`;
  return `${command} -- ${[...from, ...(to.length === 0 ? ['.'] : to)].join(' ')}`;
}

const COPY: Parameters = {
  places: 'path destination',
  values: 'literalpath|pspath|lp filter include exclude fromsession tosession',
  switches: 'recurse force container passthru',
};

const REQUEST: Parameters = {
  places: 'uri',
  values:
    'outfile infile method|custommethod body form headers|h contenttype useragent websession|session sessionvariable|sv timeoutsec maximumredirection proxy token authentication certificate statuscodevariable',
  switches: 'usebasicparsing usedefaultcredentials skipcertificatecheck passthru resume',
};

function request({ values }: Bound, place: Place): string {
  const option = (flag: string, name: string, asPath = false) => {
    const value = values.get(name);
    return value === undefined ? [] : [flag, asPath ? place.paths(value).join(' ') : place.word(value)];
  };
  return [
    'curl',
    ...option('-X', 'method'),
    ...option('-d', 'body'),
    ...option('-T', 'infile', true),
    ...option('-o', 'outfile', true),
    place.word(values.get('uri')),
  ].join(' ');
}

/** Path of the registry: `HKLM:\Software`, `Registry::HKEY_..`. */
const REGISTRY = /^['"]?(?:hk(?:lm|cu|cr|u|cc)|registry):/i;

export const CMDLETS: readonly Cmdlet[] = [
  {
    names: 'remove-item ri rm rmdir del erase rd remove-itemproperty rp',
    parameters: { ...PATHS, switches: 'recurse force' },
    to: (bound, place) => {
      if (bound.switches.has('whatif')) return ':';
      const line = onPaths('rm -rf', bound, place);
      const first = line.slice('rm -rf -- '.length);
      if (/^env:/i.test(first)) return `unset ${first.slice(4).replace(/\W.*/, '')}`;
      return REGISTRY.test(first) ? `reg delete ${first}` : line;
    },
  },
  {
    names: 'set-itemproperty sp new-itemproperty',
    parameters: { places: 'path name value', values: 'literalpath propertytype|type', switches: 'force' },
    to: ({ values }, place) => {
      const [path = "''"] = place.paths(values.get('path') ?? values.get('literalpath'));
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
    to: (bound, place) => onPaths('cat', bound, place, place.isFedPaths),
  },
  {
    names: 'import-csv ipcsv import-clixml format-hex fhx get-filehash',
    parameters: { ...PATHS, values: `${PATHS.values} delimiter header algorithm count offset` },
    to: (bound, place) => onPaths('cat', bound, place, place.isFedPaths),
  },
  {
    names: 'select-string sls',
    parameters: {
      places: 'pattern path',
      values: 'literalpath|pspath|lp include exclude encoding context culture',
      switches: 'simplematch casesensitive quiet list nochange allmatches notmatch raw noemphasis',
    },
    to: (bound, place) =>
      onPaths(
        `grep${bound.switches.has('quiet') ? ' -q' : ''} -e ${place.word(bound.values.get('pattern'))}`,
        bound,
        place,
        place.isFedPaths,
      ),
  },
  {
    names: 'set-content sc',
    parameters: {
      places: 'path value',
      values: 'literalpath|pspath|lp filter include exclude stream encoding',
      switches: 'force nonewline passthru asbytestream',
    },
    to: (bound, place) => written(bound, place, bound.values.get('value'), false),
  },
  {
    names: 'add-content ac',
    parameters: {
      places: 'path value',
      values: 'literalpath|pspath|lp filter include exclude stream encoding',
      switches: 'force nonewline passthru asbytestream',
    },
    to: (bound, place) => written(bound, place, bound.values.get('value'), true),
  },
  {
    names: 'out-file tee-object tee export-csv epcsv export-clixml start-transcript',
    parameters: {
      places: 'path|filepath',
      values: 'literalpath|pspath|lp encoding width inputobject variable delimiter depth',
      switches: 'append force nonewline noclobber notypeinformation|nti',
    },
    to: (bound, place) => written(bound, place, bound.values.get('inputobject'), bound.switches.has('append')),
  },
  {
    names: 'clear-content clc clear-item cli',
    parameters: PATHS,
    to: (bound, place) => onPaths('truncate -s 0', bound, place),
  },
  {
    names: 'new-item ni',
    parameters: { places: 'path', values: 'name itemtype|type value|target', switches: 'force' },
    to: ({ values }, place) => {
      const folder = place.paths(values.get('path'));
      const name = place.paths(values.get('name'));
      const path = [...folder, ...name].join('/') || '.';
      const type = place.word(values.get('itemtype')).toLowerCase();
      if (/^(directory|d|dir|folder)$/.test(type)) return `mkdir -p -- ${path}`;
      if (/link$|^junction$/.test(type)) return `ln -s -- ${place.paths(values.get('value')).join(' ')} ${path}`;
      return REGISTRY.test(path) ? `reg add ${path}` : `echo ${place.words(values.get('value')).join(' ')} > ${path}`;
    },
  },
  {
    names: 'mkdir md',
    parameters: { places: 'path', values: 'name', switches: 'force' },
    to: (bound, place) => onPaths('mkdir -p', bound, place),
  },
  { names: 'copy-item cpi copy cp', parameters: COPY, to: (bound, place) => fromTo('cp -r', bound, place) },
  { names: 'move-item mi move mv', parameters: COPY, to: (bound, place) => fromTo('mv', bound, place) },
  {
    names: 'rename-item rni ren',
    parameters: { places: 'path destination|newname', values: 'literalpath|pspath|lp', switches: 'force passthru' },
    to: (bound, place) => fromTo('mv', bound, place),
  },
  {
    names: 'set-location sl cd chdir push-location pushd',
    parameters: { places: 'path', values: 'literalpath|pspath|lp stackname', switches: 'passthru' },
    to: (bound, place) => {
      const [path = ''] = [
        ...place.paths(bound.values.get('path')),
        ...place.literalPaths(bound.values.get('literalpath')),
      ];
      return `cd ${path || '"$HOME"'}`;
    },
  },
  { names: 'pop-location popd', parameters: {}, to: () => 'cd "${_unknown_}"' },
  {
    names: 'get-childitem gci ls dir',
    parameters: {
      places: 'path filter',
      values: 'literalpath|pspath|lp include exclude depth attributes',
      switches: 'recurse|s force name file directory|ad|d hidden|ah|h readonly|ar system|as followsymlink',
    },
    to: (bound, place) => {
      const { values, switches, rest } = bound;
      const paths = [...place.paths(values.get('path'), ...rest), ...place.literalPaths(values.get('literalpath'))];
      const [first = ''] = paths;
      if (/^env:/i.test(first)) return 'env';
      if (!place.feeds) return ['ls', ...paths].join(' ');
      const names = [values.get('filter'), values.get('include')].flatMap((value) => place.words(value));
      const glob = names.length === 1 ? ['-name', names[0] as string] : [];
      const depth = switches.has('recurse') ? [] : ['-maxdepth', '1'];
      return ['find', ...(paths.length === 0 ? ['.'] : paths), '-mindepth', '1', ...depth, ...glob].join(' ');
    },
  },
  {
    names: 'get-item gi resolve-path rvpa convert-path',
    parameters: { ...PATHS, switches: 'force relative' },
    to: ({ values, rest }, place) => {
      const paths = [...place.paths(values.get('path'), ...rest), ...place.literalPaths(values.get('literalpath'))];
      return `${place.feeds ? 'echo' : 'ls -d'} ${paths.join(' ')}`;
    },
  },
  {
    names: 'test-path',
    parameters: { ...PATHS, values: `${PATHS.values} pathtype`, switches: 'isvalid' },
    to: ({ values, rest }, place) =>
      `test -e ${place.paths(values.get('path') ?? values.get('literalpath'), ...rest).join(' ')}`,
  },
  {
    names: 'write-output write echo write-host write-error write-warning write-verbose write-debug write-information',
    parameters: {
      values: 'inputobject object message foregroundcolor|f backgroundcolor|b separator',
      switches: 'noenumerate nonewline',
    },
    to: ({ values, rest }, place) =>
      ['echo', ...[...values.values(), ...rest].flatMap((value) => place.words(value))].join(' '),
  },
  { names: 'invoke-webrequest iwr', parameters: REQUEST, to: request },
  { names: 'invoke-restmethod irm', parameters: REQUEST, to: request },
  {
    names: 'invoke-expression iex',
    parameters: { places: 'command' },
    to: ({ values }, place) => (values.size === 0 && place.isFed ? 'sh' : place.code(values.get('command'))),
  },
  {
    names: 'invoke-command icm start-job sajb start-threadjob measure-command',
    parameters: {
      places: 'scriptblock|expression argumentlist|args',
      values: 'computername|cn session filepath initializationscript name throttlelimit hostname username keyfilepath',
      switches: 'asjob hidecomputername',
    },
    to: ({ values }, place) => place.code(values.get('scriptblock')),
  },
  {
    names: 'start-process saps start',
    parameters: {
      places: 'filepath|path argumentlist|args',
      values:
        'workingdirectory verb windowstyle redirectstandardoutput|rso redirectstandarderror|rse redirectstandardinput|rsi environment',
      switches: 'wait passthru nonewwindow|nnw loaduserprofile usenewenvironment',
    },
    to: ({ values, rest }, place) => {
      const args = [values.get('argumentlist'), ...rest].flatMap((value) => place.words(value));
      const flat = args.flatMap((word) => (/^'[^']*\s[^']*'$/.test(word) ? word.slice(1, -1).split(/\s+/) : [word]));
      const elevated = /^runas$/i.test(place.word(values.get('verb'))) ? ['sudo'] : [];
      return [...elevated, place.word(values.get('filepath')), ...flat].join(' ');
    },
  },
  {
    names: 'stop-process spps kill',
    parameters: { places: 'id', values: 'name|processname inputobject', switches: 'force passthru' },
    to: ({ values, rest }, place) => {
      const names = place.words(values.get('name'));
      const ids = [values.get('id'), ...rest].flatMap((value) => place.words(value));
      if (names.length > 0) return `pkill -9 -x ${names.join(' ')}`;
      return ids.length === 0 && place.isFed ? 'xargs kill -9' : `kill -9 ${ids.join(' ')}`;
    },
  },
  {
    names: 'compress-archive',
    parameters: {
      places: 'path destinationpath',
      values: 'literalpath compressionlevel',
      switches: 'update force passthru',
    },
    to: ({ values }, place) =>
      `zip -r ${place.paths(values.get('destinationpath')).join(' ')} ${[...place.paths(values.get('path')), ...place.literalPaths(values.get('literalpath'))].join(' ')}`,
  },
  {
    names: 'expand-archive',
    parameters: { places: 'path destinationpath', values: 'literalpath', switches: 'force passthru' },
    to: ({ values }, place) =>
      `unzip ${place.paths(values.get('path') ?? values.get('literalpath')).join(' ')} -d ${place.paths(values.get('destinationpath')).join(' ') || '.'}`,
  },
  { names: 'where-object where ?', parameters: { places: 'property value' }, to: passOn },
  {
    names:
      'sort-object sort select-object select group-object group get-unique gu out-string out-default out-host oh format-table ft format-list fl',
    parameters: {
      places: 'property',
      values: 'first last skip index expandproperty excludeproperty culture top bottom width',
      switches: 'unique descending stable wait',
    },
    to: passOn,
  },
  { names: 'out-null', parameters: {}, to: () => 'cat > /dev/null' },
];

/** What flows through it stays what it is, or becomes less. */
function passOn(): string {
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
