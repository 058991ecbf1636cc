import { hostOf } from '../grammar/address.ts';
import type { Confidence, Operation, OperationType } from '../model/operation.ts';
import type { Json } from '../model/request.ts';
import { knownWord } from '../model/word.ts';
import { matches } from '../patterns/match.ts';
import { analyzeArgv, analyzeLine } from '../shell/analyze.ts';
import { resolvePath } from '../util/path.ts';
import { parseTypes } from './behaviour.ts';
import type { ClassifyContext } from './context.ts';
import { lineOperations } from './line.ts';
import { manifestOperations } from './manifest.ts';
import { pathOperations } from './paths.ts';
import { personalTool } from './personal-data.ts';
import { isVerb, plainName, type ToolKind, toolKind, verbOf } from './programs/tools.ts';

export interface ToolCall {
  readonly tool: string;
  readonly input: { readonly [key: string]: Json };
}

/** The operations of a tool call: by its name, the paths in its input, and the owner's hints. */
export function toolOperations(call: ToolCall, context: ClassifyContext): readonly Operation[] {
  const kind = toolKind(call.tool) ?? toolKind(mcpParts(call.tool)?.tool ?? '');
  const skill = kind?.kind === 'skill' ? textOf(call, ['skill', 'skill_name', 'name', 'command']) : undefined;
  const hinted =
    skill === undefined
      ? hints(call.tool, context)
      : [...hints(call.tool, context), ...hints(`skill:${skill}`, context), ...manifestOperations(skill, context)];
  const isMcp = mcpParts(call.tool) !== undefined;
  if (kind !== undefined && (!isMcp || isFileServer(call.tool))) return [...known(kind, call, context), ...hinted];
  return [...(hinted.length > 0 ? hinted : guessed(call)), ...pathsOf(call, undefined, context)];
}

function operation(type: OperationType, call: ToolCall, rest: Partial<Operation> = {}): Operation {
  return { type, categories: [], confidence: 1, why: `tool \`${call.tool}\``, ...rest };
}

function hints(tool: string, { classifier }: ClassifyContext): readonly Operation[] {
  return classifier.toolHints
    .filter((hint) => matches(hint.tool, tool) === 'yes')
    .flatMap(({ tool: pattern, operations }) =>
      operations.map(({ type, categories = [] }) => ({
        type,
        categories,
        ...(type === 'credential_access' && { credential: tool }),
        confidence: 1 as const,
        why: `hint for \`${pattern.written}\``,
      })),
    );
}

interface McpParts {
  readonly server: string;
  readonly tool: string;
}

type Verb = ReturnType<typeof verbOf>;

/** `mcp__github__create_issue` -> its server and the name of the tool there. */
function mcpParts(tool: string): McpParts | undefined {
  const [prefix, server, ...rest] = tool.split('__');
  if (prefix !== 'mcp' || server === undefined || rest.length === 0) return undefined;
  return { server, tool: rest.join('__') };
}

function isFileServer(tool: string): boolean {
  return /^(filesystem|fs|files?|desktop.?commander|serena|memory)$/i.test(mcpParts(tool)?.server ?? '');
}

function known(kind: ToolKind, call: ToolCall, context: ClassifyContext): readonly Operation[] {
  if (kind.kind === 'shell') return commandOperations(call, context);
  if (kind.kind === 'skill') return [operation('read_local', call, { event: 'skill_activated', ...resourceOf(call) })];
  if (kind.kind === 'credential') {
    const credential = textOf(call, ['name', 'credential', 'key', 'id', 'item', 'secret', 'path']);
    const named = credential === undefined ? { credential: call.tool, anyCredential: true } : { credential };
    return [operation('credential_access', call, named)];
  }
  if (kind.kind === 'http') return [requestOperation(call)];
  if (kind.kind === 'plain') {
    return parseTypes(kind.types ?? '').map(({ type, ...spec }) =>
      operation(type, call, { ...spec, ...resourceOf(call) }),
    );
  }
  const asksOnly = /^(view|read|list|search)$/.test(textOf(call, ['command']) ?? '');
  const access = kind.kind === 'path-read' || asksOnly ? 'read' : 'write';
  const found = pathsOf(call, access, context);
  return found.length > 0 ? found : [operation(access === 'read' ? 'read_local' : 'write_local', call)];
}

/** By its method; without one, a request with a body sends it. */
function requestOperation(call: ToolCall): Operation {
  const method = textOf(call, ['method', 'http_method', 'verb']);
  const sends = ['body', 'data', 'json', 'payload', 'form', 'files'].some((key) => (call.input[key] ?? null) !== null);
  const asks = method === undefined ? !sends : /^(get|head|options)$/i.test(method);
  return asks
    ? operation('read_external', call, { categories: ['web'], ...resourceOf(call) })
    : operation('write_external', call, resourceOf(call));
}

/** By the verb in its name: likely for a tool of an MCP server, possible for any other. */
function guessed(call: ToolCall): readonly Operation[] {
  const parts = mcpParts(call.tool);
  const verb = verbOf(parts?.tool ?? call.tool);
  return [...byVerb(verb, parts, call), ...personalOperations(verb, parts, call)];
}

/** By personal data in its name. Without a verb it may also write them. */
function personalOperations(verb: Verb, parts: McpParts | undefined, call: ToolCall): readonly Operation[] {
  const category = personalTool(parts?.server, parts?.tool ?? call.tool, isVerb);
  if (category === undefined) return [];
  const does = (type: OperationType, confidence: Confidence) =>
    operation(type, call, { categories: [category], confidence });
  if (verb === undefined) return [does('read_sensitive', 0.7), does('write_sensitive', 0.3)];
  return [does(`${verb}_sensitive`, 0.7)];
}

function byVerb(verb: Verb, parts: McpParts | undefined, call: ToolCall): readonly Operation[] {
  const unknown = operation('execute', call, { confidence: 0.3 });
  if (verb === undefined) return [unknown];
  const type = verb === 'read' ? 'read_external' : 'write_external';
  return parts === undefined
    ? [unknown, operation(type, call, { confidence: 0.3 })]
    : [operation(type, call, { confidence: 0.7, resource: parts.server })];
}

function textOf({ input }: ToolCall, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}

function resourceOf(call: ToolCall): Partial<Operation> {
  const url = textOf(call, ['url', 'uri', 'server_url']);
  const resource = hostOf(url) ?? textOf(call, ['skill', 'skill_name', 'to', 'channel']);
  return resource === undefined ? {} : { resource };
}

const DIRECTORY_KEYS = ['cwd', 'workdir', 'working_directory', 'working_dir', 'dir_path', 'Cwd'];

function commandOperations(call: ToolCall, context: ClassifyContext): readonly Operation[] {
  const { cwd: home, facts } = context;
  const directory = textOf(call, DIRECTORY_KEYS);
  const cwd = directory === undefined ? home : resolvePath(home, directory);
  const command = call.input.command ?? call.input.cmd ?? call.input.CommandLine ?? call.input.script;
  const isPowershell = /^(powershell|pwsh)$/.test(plainName(call.tool));
  const shell = { cwd, env: facts.env, facts, ...(isPowershell && { shell: 'powershell' as const }) };
  if (typeof command === 'string') return lineOperations(analyzeLine(command, shell), context);
  if (Array.isArray(command) && command.every((word) => typeof word === 'string')) {
    return lineOperations(analyzeArgv(command, shell), context);
  }
  return [operation('execute', call)];
}

const PATH_KEY =
  /^(target|source|destination|old|new|abs(olute)?|relative|notebook|file|dir|directory|folder)?(path|paths|file|files|filename|directory|dir|folder|source|destination)$/;
/** More paths in one input are ignored. */
const PATH_LIMIT = 200;

/**
 * Paths in the input. Without an access the tool is unknown: only sensitive paths are reported, with low confidence.
 */
function pathsOf(call: ToolCall, access: 'read' | 'write' | undefined, context: ClassifyContext): readonly Operation[] {
  const named = Object.entries(call.input).flatMap(([key, value]) =>
    PATH_KEY.test(plainName(key)) ? [value].flat().filter((one) => typeof one === 'string') : [],
  );
  const patched = access === 'write' ? patchedFiles(call) : [];
  return [...named, ...patched].slice(0, PATH_LIMIT).flatMap((path) =>
    pathOperations(
      {
        word: knownWord(fromHome(path, context)),
        access: access ?? 'read',
        why: `input of \`${call.tool}\``,
        cwd: context.cwd,
        ...(access === undefined && { doubtful: true }),
      },
      context,
    ),
  );
}

/** No shell expands the `~` in a tool's input, but tools do. */
function fromHome(path: string, { facts }: ClassifyContext): string {
  return facts.home !== undefined && /^~(\/|$)/.test(path) ? `${facts.home}${path.slice(1)}` : path;
}

/** Files in the text of a patch: `*** Update File: a.ts`, `+++ b/a.ts`. */
function patchedFiles(call: ToolCall): readonly string[] {
  const text = textOf(call, ['patch', 'diff', 'input', 'command', 'patchText']) ?? '';
  const marks = /^(?:\*\*\* (?:Add|Update|Delete) File: |\*\*\* Move to: |\+\+\+ b\/|--- a\/)(.+)$/gm;
  return [...text.matchAll(marks)].map(([, path]) => (path as string).trim());
}
