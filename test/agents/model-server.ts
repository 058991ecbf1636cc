import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { anthropic } from './protocols/anthropic.ts';
import { geminiContent } from './protocols/gemini.ts';
import { openaiChat } from './protocols/openai-chat.ts';
import { openaiResponses } from './protocols/openai-responses.ts';
import { type Exchange, MODEL, type Offer, type Protocol, type Schema, type Turn } from './protocols/protocol.ts';

const PROTOCOLS: readonly Protocol[] = [anthropic, openaiChat, openaiResponses, geminiContent];
/** What agents call the tool that runs a line of shell. */
const WRITER = /^(write|write_file|create|create_file|edit_file|editor)$/i;
const SHELL = /^(bash|shell|shell_command|exec_command|run_shell_command|run_commands|execute_command)$/i;

const READER = /^(read|read_file|view)$/i;
const EDITOR = /^(edit|replace)$/i;
const PATCHER = /^apply_patch$/;
/** A tool that calls one which is not offered. */
const BRIDGE = /^tool_call$/;
const SEARCHER = /^(grep|grep_search)$/i;

const LINE_FIELDS = ['command', 'cmd', 'commands'];
const FILE_FIELDS = ['file_path', 'filePath', 'path', 'absolute_path'];
const TEXT_FIELDS = ['content', 'file_text'];
const OLD_FIELDS = ['old_string', 'oldString', 'old_str'];
const NEW_FIELDS = ['new_string', 'newString', 'new_str'];
const FOLDER_FIELDS = ['path', 'paths', 'dir_path'];
const GLOB_FIELDS = ['glob', 'include', 'include_pattern'];

/** What a search goes through: all of a folder, else of the project, or those of its files that a glob names. */
export interface Place {
  readonly folder?: string;
  readonly glob?: string;
  /** `output_mode`, where the tool knows it or not */
  readonly mode?: string;
}

/** A line for the shell, a file to be read, written or edited, one to be made by a patch, a search, or the call of another tool. */
export type Wish =
  /** `fields`: what the call says beside the line */
  | { readonly line: string; readonly fields?: object }
  | { readonly read: string }
  /** `text`: absent = whatever the tool needs */
  | { readonly file: string; readonly text?: string }
  | { readonly edited: string; readonly from: string; readonly to: string }
  | { readonly patched: string }
  | { readonly searched: string; readonly place: Place }
  /** `tool`: what the name of the tool ends with */
  | { readonly tool: string; readonly input: object };

/** One call of a tool. */
export interface Step {
  /** the first one for which the agent has a tool is asked for */
  readonly wishes: readonly Wish[];
  /** what happens on the machine before the model asks */
  readonly before?: () => void;
}

/**
 * A model on this machine: it asks for one call of a tool after the other, and is done when it hears what became of the last.
 * It is also the proxy of the agent, and passes nothing on: no agent talks to anybody else.
 */
export class ModelServer {
  private readonly server: Server;
  private exchanges: Exchange[] = [];
  private steps: readonly Step[] = [];
  /** how many calls the model has asked for */
  private asked = 0;

  constructor() {
    this.server = createServer((request, response) => void this.serve(request, response));
    this.server.on('connect', (_request, socket) => {
      socket.on('error', () => {}); // it hung up: as well
      socket.end('HTTP/1.1 403 Forbidden\r\n\r\n');
    });
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What the model asks for from now on; what was said before is forgotten. */
  ask(wish: Wish): void {
    this.askAll([{ wishes: [wish] }]);
  }

  askAll(steps: readonly Step[]): void {
    this.steps = steps;
    this.asked = 0;
    this.exchanges = [];
  }

  /** It was asked, and offered a tool for its first wish. */
  get hasAsked(): boolean {
    return this.exchanges.some((exchange) => this.callAt(0, exchange) !== undefined);
  }

  /** What the model was told of each of its calls, in their order. */
  get answers(): readonly string[] {
    const lists = this.exchanges.map((one) => protocolOf(one.path)?.results(one) ?? []);
    const longest = lists.reduce((one, other) => (other.length > one.length ? other : one), []);
    return longest.map((result) => JSON.stringify(result));
  }

  /** What the model was told of the call that it had asked for; empty = nothing. */
  get told(): string {
    const results = this.exchanges.flatMap((one) => protocolOf(one.path)?.results(one) ?? []);
    return results.map((result) => JSON.stringify(result)).join('\n');
  }

  get sent(): string {
    return this.exchanges.map(({ body }) => JSON.stringify(body)).join('\n');
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { pathname: path, host } = new URL(request.url ?? '/', this.url);
    const protocol = host === new URL(this.url).host ? protocolOf(path) : undefined;
    if (protocol === undefined) return aside(path, response);
    const exchange: Exchange = { path, body: parsed(Buffer.concat(chunks).toString('utf8')) };
    this.exchanges.push(exchange);
    const text = protocol.answer(this.turn(protocol, exchange), exchange);
    response.writeHead(200, { 'content-type': text.startsWith('{') ? 'application/json' : 'text/event-stream' });
    response.end(text);
  }

  /** Calls without such a tool are about something else: a title, a summary. */
  private turn(protocol: Protocol, exchange: Exchange): Turn {
    const at = protocol.results(exchange).length;
    const call = this.callAt(at, exchange);
    if (call === undefined) return { kind: 'say', text: 'done' };
    if (at === this.asked) {
      this.asked++; // a question that the agent repeats is answered as before
      this.steps[at]?.before?.();
    }
    return { kind: 'call', at, tool: call.tool.name, input: inputFor(call.tool, call.wish) };
  }

  private callAt(at: number, exchange: Exchange): { readonly tool: Offer; readonly wish: Wish } | undefined {
    for (const wish of this.steps[at]?.wishes ?? []) {
      const tool = toolFor(wish, exchange);
      if (tool !== undefined) return { tool, wish };
    }
    return undefined;
  }
}

/** What agents want to know before they ask; nothing else is here. */
function aside(path: string, response: ServerResponse): void {
  const list = { object: 'list', data: [{ id: MODEL, object: 'model' }] };
  const known = path.endsWith('/models') ? list : path.endsWith('count_tokens') ? { input_tokens: 1 } : undefined;
  response.writeHead(known === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(known ?? {}));
}

function protocolOf(path: string): Protocol | undefined {
  return PROTOCOLS.find((protocol) => protocol.matches(path));
}

function toolFor(wish: Wish, exchange: Exchange): Offer | undefined {
  const wanted = namesFor(wish);
  const offers = protocolOf(exchange.path)?.offers(exchange) ?? [];
  const bridge = 'tool' in wish ? offers.find(({ name }) => BRIDGE.test(name)) : undefined;
  return offers.find(({ name }) => wanted.test(name)) ?? bridge;
}

function namesFor(wish: Wish): RegExp {
  if ('tool' in wish) return new RegExp(`${wish.tool}$`);
  if ('searched' in wish) return SEARCHER;
  if ('line' in wish) return SHELL;
  if ('read' in wish) return READER;
  if ('edited' in wish) return EDITOR;
  return 'file' in wish ? WRITER : PATCHER;
}

/** The line or the path in the field that is for it, and something in each other field that must be there. */
function inputFor({ name: tool, schema: { properties = {}, required = [] } = {} }: Offer, wish: Wish): object | string {
  if ('tool' in wish)
    return BRIDGE.test(tool) ? { name: `mcp__safeshell__${wish.tool}`, arguments: wish.input } : wish.input;
  if ('patched' in wish) return `*** Begin Patch\n*** Add File: ${wish.patched}\n+try it\n*** End Patch`;
  if ('searched' in wish) return searchFor(properties, wish.searched, wish.place);
  const fields = fieldsFor(properties, wish);
  const others = required.filter((field) => !(field in fields));
  return { ...Object.fromEntries(others.map((field) => [field, sample(properties[field])])), ...fields };
}

type Properties = NonNullable<Schema['properties']>;

function fieldsFor(properties: Properties, wish: Wish): object {
  const put = (names: readonly string[], value: string | undefined) => {
    const name = names.find((field) => field in properties) ?? names[0] ?? '';
    return value === undefined ? {} : { [name]: properties[name]?.type === 'array' ? [value] : value };
  };
  if ('line' in wish) {
    // Codex hears of what takes longer by another call
    const patience = 'yield_time_ms' in properties && { yield_time_ms: 30_000 };
    return { ...patience, ...wish.fields, ...put(LINE_FIELDS, wish.line) };
  }
  if ('read' in wish) return put(FILE_FIELDS, wish.read);
  if ('edited' in wish) {
    const { edited, from, to } = wish;
    const change = { ...put(OLD_FIELDS, from), ...put(NEW_FIELDS, to) };
    const list = 'edits' in properties ? { edits: [{ oldText: from, newText: to }] } : change;
    return { ...put(FILE_FIELDS, edited), ...list };
  }
  return 'file' in wish ? { ...put(FILE_FIELDS, wish.file), ...put(TEXT_FIELDS, wish.text) } : {};
}

/** `output_mode`: some list names alone if they are not told otherwise */
function searchFor(properties: Properties, pattern: string, { folder, glob, mode }: Place): object {
  const fieldOf = (names: readonly string[]) => names.find((field) => field in properties) ?? names[0] ?? '';
  return {
    pattern,
    ...('output_mode' in properties && { output_mode: 'content' }),
    ...(mode !== undefined && { output_mode: mode }),
    ...(folder !== undefined && { [fieldOf(FOLDER_FIELDS)]: folder }),
    ...(glob !== undefined && { [fieldOf(GLOB_FIELDS)]: glob }),
  };
}

function sample({ type }: Schema = {}): unknown {
  if (type === 'boolean') return false;
  if (type === 'number' || type === 'integer') return 10_000;
  return 'try it';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
