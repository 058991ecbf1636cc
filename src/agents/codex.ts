import { join } from 'node:path';
import { isRecord, isString } from '../util/guards.ts';
import type { Agent } from './agent.ts';
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
      const folder = project === undefined ? (env.CODEX_HOME ?? join(home, '.codex')) : join(project, '.codex');
      const dialog = { matcher: 'Bash', command };
      const after = { event: ENDED, matcher: 'Bash', command: afterCall };
      const matcher = 'Bash|apply_patch|mcp__.*';
      return [hookGroup({ path: join(folder, 'hooks.json'), matcher, command, dialog, after })];
    },
    offSwitches: {
      files: ['.codex/config.toml'],
      inText: (text) =>
        /^\s*(features\.)?(codex_)?hooks\s*=\s*false\b/m.test(text) ? 'the feature `hooks` is false' : undefined,
    },
    gate: gateShape('Bash', ['turn_id', 'model']),
    next: 'open /hooks in Codex once and trust it; until then Codex skips it in silence',
  },
};

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
      const own = env.CODEX_HOME ?? join(env.HOME ?? '', '.codex');
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
