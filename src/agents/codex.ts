import { join } from 'node:path';
import { foldersUpward } from '../store/layout.ts';
import { isRecord, isString, parseJson } from '../util/guards.ts';
import type { Agent } from './agent.ts';
import {
  type Asking,
  anyOf,
  excludesByName,
  isAsync,
  isOtherType,
  type OwnReport,
  type Reported,
  type SettingsFile,
  type Workplace,
} from './asking.ts';
import { isDialogEvent, isHandedOnly, PERMISSION_REQUEST, permissionAnswer } from './dialog.ts';
import { contextAfter, ENDED } from './failed-output.ts';
import type { AgentDialog, Payload } from './hook.ts';
import { mcpPrefix } from './mcp.ts';
import { nestedContext, nestedDecision } from './nested.ts';
import { exitTwo, json, SILENT, systemMessage } from './outputs.ts';
import { commonRequest, rewriteWholeInput } from './payload.ts';
import { hasFields } from './payload-signs.ts';
import { commonSample, gateShape, hookGroup } from './settings.ts';
import { tomlServers } from './toml-servers.ts';

/**
 * Codex CLI. An unknown field, an `ask` or an empty reason make it ignore the answer and run the command. `exec_command` arrives
 * as `Bash`; a login bash runs the line. Without an answer the command runs: Codex has no question per command.
 * Source: codex-rs/hooks, seen live in 0.169.0.
 */
export const codex: Agent = {
  name: 'codex',
  title: 'Codex CLI',
  aliases: ['openai-codex'],
  process: {
    markers: [
      { CODEX_THREAD_ID: true },
      { CODEX_CI: true },
      { CODEX_SANDBOX: true },
      { CODEX_SANDBOX_NETWORK_DISABLED: true },
    ],
    programs: ['codex'],
    packages: ['@openai/codex'],
  },
  /** Source: codex-rs/login, codex-rs/model-provider-info in 0.169.0. */
  needs: { folders: ['${CODEX_HOME:-~/.codex}'], domains: ['api.openai.com', 'chatgpt.com', 'auth.openai.com'] },
  hook: {
    isFrom: hasFields('turn_id'),
    read(payload) {
      const isDialog = isDialogEvent(payload);
      const request = commonRequest(payload, isDialog ? PERMISSION_REQUEST : 'PreToolUse', [{ names: ['Bash'] }]);
      if (request === 'unknown') return request;
      return isDialog ? { ...request, isDialog } : { ...request, ...rewriteWholeInput(request.calls) };
    },
    answer(reply) {
      if (reply.kind === 'allow') return SILENT;
      if (reply.kind !== 'rewrite') return nestedDecision('deny', reply.reason);
      const { input: updatedInput } = reply;
      return json({ hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow', updatedInput } });
    },
    addNote: systemMessage,
    addContext: nestedContext,
    tellEnd: contextAfter(ENDED),
    dialog: dialog(),
    mcp: {
      prefix: mcpPrefix,
      options: ['-c', '--config', '-p', '--profile'],
      files: ({ home, env, folders }) =>
        [env.CODEX_HOME ?? join(home, '.codex'), ...folders.map((one) => join(one, '.codex'))].map((folder) =>
          tomlServers(join(folder, 'config.toml')),
        ),
    },
    refuse: exitTwo,
  },
  /** Codex trusts the text of the command, so that names no version. */
  setup: {
    found: { paths: ['.codex'] },
    sample: commonSample('PreToolUse', 'Bash', { turn_id: 't', model: 'm' }),
    files: ({ home, env, project, command, afterCall }) => {
      const folder = project === undefined ? ownFolder({ env, home }) : join(project, '.codex');
      const dialog = { matcher: 'Bash', command };
      const after = { event: ENDED, matcher: 'Bash', command: afterCall };
      const matcher = 'Bash|apply_patch|mcp__.*';
      return [hookGroup({ path: join(folder, 'hooks.json'), matcher, command, dialog, after })];
    },
    asking: asking(),
    gate: gateShape('Bash', ['turn_id', 'model']),
    next: 'open /hooks in Codex once and trust it; until then Codex skips it in silence',
  },
};

/** Codex reads its own folder, and that of each folder from the root of the repository to the working directory. */
function asking(): Asking {
  return {
    isStrict: true,
    projects: repositoryFolders,
    files: (place) =>
      [...repositoryFolders(place).map((folder) => join(folder, '.codex')), ownFolder(place)].map((folder) =>
        join(folder, 'config.toml'),
      ),
    ignores(settings) {
      const odd = Object.keys(settings).find((name) => name !== 'hooks' && name !== 'description');
      return odd === undefined ? undefined : `\`${odd}\` is no field that it knows`;
    },
    skips: (hook) => excludesByName(hook.matcher, 'Bash') ?? isOtherType(hook) ?? isAsync(hook),
    off(files, entry, place) {
      const configs = files.filter(({ path }) => path.endsWith('.toml'));
      return anyOf(configs, featureOff) ?? untrusted(configs, entry, place);
    },
    report: report(),
  };
}

function repositoryFolders({ cwd, root }: Workplace): readonly string[] {
  const folders = foldersUpward(cwd);
  return folders.slice(0, folders.indexOf(root) + 1);
}

function ownFolder({ env, home }: Pick<Workplace, 'env' | 'home'>): string {
  return env.CODEX_HOME ?? join(home, '.codex');
}

function featureOff({ text }: SettingsFile): string | undefined {
  const isOff =
    /^\s*(features\.)?(codex_)?hooks\s*=\s*false\b/m.test(text) ||
    /^\s*features\s*=\s*\{[^}\n]*\b(codex_)?hooks\s*=\s*false\b/m.test(text);
  return isOff ? 'the feature `hooks` is false' : undefined;
}

/** The person's own settings keep a hash of each hook that was trusted. Whether it still fits only Codex knows. */
function untrusted(configs: readonly SettingsFile[], entry: string, place: Workplace) {
  const path = join(ownFolder(place), 'config.toml');
  const text = configs.find((file) => file.path === path)?.text ?? '';
  if (text.includes(`${entry}:pre_tool_use:`) && text.includes('trusted_hash')) return undefined;
  return { found: 'the hook is not trusted yet', path: entry, isUntrusted: true } as const;
}

const QUESTION_ID = 2;

/** It alone knows how it hashes what was trusted. Source: `hooks/list` of `codex app-server`, seen in 0.169.0. */
function report(): OwnReport {
  const clientInfo = { name: 'safeshell', version: '1' };
  return {
    program: 'codex',
    args: ['app-server'],
    said: (cwd) =>
      [
        { id: 1, method: 'initialize', params: { clientInfo } },
        { method: 'initialized' },
        { id: QUESTION_ID, method: 'hooks/list', params: { cwds: [cwd] } },
      ]
        .map((message) => `${JSON.stringify(message)}\n`)
        .join(''),
    answerIn(line, isOurs) {
      const message = parseJson(line);
      return isRecord(message) && message.id === QUESTION_ID ? reported(message.result, isOurs) : undefined;
    },
  };
}

/** `data[].hooks[]`, each with `command`, `eventName` and `trustStatus`; `enabled: false` is a person's own doing. */
function reported(result: unknown, isOurs: (command: string) => boolean): Reported {
  const listed = recordsIn(result, 'data').flatMap((one) => recordsIn(one, 'hooks'));
  const own = listed.filter(({ command, eventName: event }) => isString(command) && isOurs(command) && event === EVENT);
  if (own.some(({ enabled, trustStatus }) => enabled !== false && TRUSTED.includes(String(trustStatus))))
    return { state: 'asks' };
  const [first] = own;
  if (first === undefined) {
    const [warning] = recordsIn(result, 'data').flatMap(({ warnings }) => (Array.isArray(warnings) ? warnings : []));
    const why = isString(warning) ? warning : 'is the project trusted?';
    return { state: 'off', why: `Codex does not list the hook: ${why}` };
  }
  return {
    state: 'untrusted',
    why: `Codex skips the hook: it is ${first.enabled === false ? 'disabled' : first.trustStatus}`,
  };
}

const EVENT = 'preToolUse';
const TRUSTED = ['trusted', 'managed'];

function recordsIn(value: unknown, field: string): readonly Record<string, unknown>[] {
  const list = isRecord(value) ? value[field] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

/**
 * Codex waits for its hooks before it opens its dialog. It does not say whether a rule of the person's asks (execpolicy,
 * `decision = "prompt"`): any that names the program may, however it is written.
 */
function dialog(): AgentDialog {
  return {
    leavesSandbox: true,
    isOpen: () => false,
    mayBeWanted(payload, programs, { env, folders: around, readFolder }) {
      if (!isHandedOnly(payload, ['command', 'description']) || isForNetwork(payload)) return true;
      const own = ownFolder({ env, home: env.HOME ?? '' });
      const folders = [own, ...around.map((folder) => join(folder, '.codex')), '/etc/codex'];
      const rules = folders.map((folder) => readFolder(join(folder, 'rules'), '.rules'));
      const texts = [...rules, readFolder('/etc/codex', 'requirements.toml')];
      const mayAsk = (text: string) => text.includes('prompt') && programs.some((name) => text.includes(name));
      return texts.some((found) => found === undefined || found.some(mayAsk));
    },
    answer: permissionAnswer,
  };
}

/** It asks whether a command that runs may reach a host, and shows that command. Source: codex-rs, network_approval. */
function isForNetwork({ tool_input: input }: Payload): boolean {
  return isRecord(input) && isString(input.description) && input.description.startsWith('network-access');
}
