/** What became of a call where the guard could not answer. */
export type Fate = 'refused' | 'runs';

/** How an MCP server is started. */
export interface McpServer {
  readonly command: string;
  readonly args: readonly string[];
}

/** A coding agent as it is run here: headless, from npm, with the model server for a model. */
export interface RealAgent {
  /** as in `safeshell agents install NAME` */
  readonly name: string;
  /** npm package, and the version that the expectations below were seen in */
  readonly package: string;
  readonly version: string;
  /** below node_modules/.bin, or a script of Node below node_modules */
  readonly program: string;
  readonly args: readonly string[];
  /** `url`: of the model server, without a slash at the end */
  env(url: string, model: string): Readonly<Record<string, string>>;
  /** settings of the agent's own, below HOME; `project`: the folder it works in, which a person trusts */
  files?(url: string, model: string, project: string): Readonly<Record<string, string>>;
  /** a program start that has to go before, with the same settings */
  before?(url: string): readonly string[];
  /** needs Node.js of this version or newer */
  readonly node?: number;
  /** program starts that install the plugin of `integrations/`; absent = it takes none */
  readonly plugin?: readonly (readonly string[])[];
  /** a refusal without Node, and one of other tools than the shell, ends the whole run; this is all that it says */
  readonly endsRun?: RegExp;
  /** name of a model that it offers a tool for patches */
  readonly patchModel?: string;
  /** it has no other tool for writing files */
  readonly onlyPatches?: boolean;
  /** its file tools themselves refuse `.env` files */
  readonly hidesSecrets?: true;
  /** its search tool, which can be told where to search; the others search in their shells, or all of the project */
  readonly searches?: {
    /** arguments with which it is offered */
    readonly args?: readonly string[];
    /** what the agent itself says, without a hook, of a folder outside of the project */
    readonly outside?: RegExp;
    /** what it says where it has not what it searches with, and would load that */
    readonly lacking?: RegExp;
  };
  /** takes another line than the one that the model asked for */
  readonly rewrites: boolean;
  /** registers one MCP server, called `safeshell`, in a file below HOME, or another one in its place */
  readonly mcp?: { readonly path: string; with(before: string, server: McpServer): string };
  /** with a person at its terminal: what it is started with, what spares the questions of a first start, what its dialog says */
  readonly attended?: {
    readonly args: readonly string[];
    files(project: string): Readonly<Record<string, string>>;
    readonly dialog: string;
  };
  /** what it is started with so that its own sandbox is around its shell; `needs`: programs of the machine that make it */
  readonly sandboxed?: { readonly args: readonly string[]; readonly needs: readonly string[] };
  /** where it asks its person about lines by itself; absent = it has no event for that dialog */
  readonly asking?: {
    readonly args: readonly string[];
    /** what its model says beside the line, so that it asks */
    readonly fields?: object;
    /** words of its dialog */
    readonly dialog: string;
    /** what a person types for yes */
    readonly yes: string;
    /** settings of the person that deny, or want to be asked about, `awk`: files below HOME */
    denying(before: string): Readonly<Record<string, string>>;
    wanting(before: string): Readonly<Record<string, string>>;
    /** options that hand it settings which want to be asked about `awk`; absent = it has none */
    readonly handed?: readonly string[];
    /** the file with them, and its hooks */
    readonly file: string;
    /** its dialog is open while our hook waits */
    readonly isOpen: boolean;
  };
  /** our launcher itself is killed, or does not end: what the agent makes of it */
  readonly killed: Fate;
  /** absent = it waits longer than a test does */
  readonly hanging?: Fate;
}

/** JSON with these fields. */
export function withFields(before: string, fields: object): string {
  return JSON.stringify({ ...(before === '' ? {} : JSON.parse(before)), ...fields });
}

/** The folder `integrations/`, in the words of RealAgent.plugin. */
export const FOLDER = '@FOLDER@';

export const PROMPT = 'do what has to be done';
