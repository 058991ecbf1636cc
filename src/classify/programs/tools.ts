/**
 * Tools of agents, by name without case, `_`, `-` and blanks: what each does. Types as in the tables of programs.
 * Source: tool lists of Claude Code 2, Codex 0.4x, Gemini CLI 0.24, Cursor 2, Copilot CLI, Qwen Code, Kiro, OpenCode.
 */
export interface ToolKind {
  readonly kind: 'path-read' | 'path-write' | 'shell' | 'http' | 'skill' | 'credential' | 'plain';
  /** what it does beside touching the paths in its input */
  readonly types?: string;
}

const KINDS: readonly (readonly [ToolKind, string])[] = [
  [
    { kind: 'path-read' },
    `read readfile readfiles readmanyfiles view viewfile viewimage openfile cat fsread getfile notebookread grep grepsearch
    searchfilecontent searchfiles searchcode glob globsearch filesearch findfiles findbyname ls list listdir listdirectory listfiles codebasesearch
    codesearch searchcodebase ripgrep readlints lsp diagnostics getdiagnostics`,
  ],
  [
    { kind: 'path-write' },
    `write writefile createfile edit editfile editfiles multiedit notebookedit editnotebook applypatch applydiff patch replace
    replaceinfile searchreplace strreplace strreplaceeditor strreplacebasededittool insert inserteditintofile writetofile
    fswrite deletefile removefile movefile renamefile copyfile createdirectory mkdir`,
  ],
  [
    { kind: 'shell' },
    `bash shell exec execcommand executecommand executebash execute runshellcommand runterminalcmd runterminalcommand
    runinterminal runcommand localshell unifiedexec terminal powershell commandline`,
  ],
  [
    { kind: 'plain', types: 'read_external:web' },
    `webfetch fetchwebpage webpage readurl readurlcontent browse browserview browsernavigate browseropen openurl visiturl
    visitpage`,
  ],
  [{ kind: 'http' }, 'fetch fetchurl httprequest http request apirequest apicall curl sendrequest makerequest'],
  [
    { kind: 'plain', types: 'read_external:web' },
    'websearch googlewebsearch searchweb internetsearch bravesearch exasearch',
  ],
  [
    { kind: 'plain', types: 'execute?' },
    'task agent subagent spawnagent dispatchagent delegate newtask runagent sendinput executecode python codeinterpreter repl',
  ],
  [
    { kind: 'plain', types: 'read_local' },
    `todowrite todoread todo updateplan plan exitplanmode enterplanmode askuserquestion askuser
    bashoutput taskoutput readterminal toolsearch listmcpresources think sequentialthinking attemptcompletion requestapproval listskills`,
  ],
  [{ kind: 'plain', types: 'execute' }, 'killshell killbash taskstop writestdin'],
  [{ kind: 'plain', types: 'read_external' }, 'readmcpresource'],
  [{ kind: 'skill' }, 'skill useskill activateskill loadskill readskill invokeskill runskill'],
  [
    { kind: 'credential' },
    'getcredential getcredentials fetchcredential readcredential usecredential credential getsecret fetchsecret readsecret getpassword fetchpassword',
  ],
  [
    { kind: 'plain', types: 'memory_write' },
    'savememory writememory memorywrite memorysave memorystore updatememory memoryupdate addmemory memoryadd deletememory memorydelete storememory remember creatememory createentities createrelations addobservations deleteentities deleteobservations deleterelations',
  ],
  [
    { kind: 'plain', types: 'memory_read' },
    'readmemory memoryread memoryget getmemory searchmemory memorysearch recall listmemories memorylist querymemory readgraph searchnodes opennodes',
  ],
  [
    { kind: 'plain', types: 'skill_modify' },
    'createskill writeskill editskill updateskill deleteskill installskill saveskill',
  ],
  [{ kind: 'plain', types: 'write_external:email' }, 'sendemail sendmail email replyemail forwardemail'],
  [
    { kind: 'plain', types: 'write_external' },
    'sendmessage postmessage sendslackmessage sendsms notify webhook sendnotification',
  ],
  [
    { kind: 'plain', types: 'read_external:email' },
    'reademail getemail listemails searchemail searchemails reademails',
  ],
];

let byName: ReadonlyMap<string, ToolKind> | undefined;

export function plainName(tool: string): string {
  return tool.toLowerCase().replace(/[_\-\s.]/g, '');
}

/** What the tables say of a tool. */
export function toolKind(tool: string): ToolKind | undefined {
  byName ??= new Map(
    KINDS.flatMap(([kind, names]) => names.split(/\s+/).map((name): [string, ToolKind] => [name, kind])),
  );
  return byName.get(plainName(tool));
}

const ASKING = new Set(
  'get list search read fetch view describe query find show lookup count check download export browse retrieve status resolve'.split(
    ' ',
  ),
);
const CHANGING = new Set(
  `create update delete send post write push merge add remove set edit put patch publish upload reply comment close open assign
  move rename archive insert upsert execute deploy submit cancel approve invite fork trigger schedule transfer pay order`.split(
    /\s+/,
  ),
);

export function isVerb(word: string): boolean {
  return CHANGING.has(word) || ASKING.has(word);
}

/** What a verb in the name of an unknown tool suggests; the verb comes first or last: `create_issue`, `finance_query`. */
export function verbOf(name: string): 'read' | 'write' | undefined {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const ends = [words[0], words.at(-1)];
  const has = (verbs: ReadonlySet<string>) => ends.some((word) => word !== undefined && verbs.has(word));
  if (has(CHANGING)) return 'write';
  return has(ASKING) ? 'read' : undefined;
}
