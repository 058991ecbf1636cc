import type { Agent } from './agent.ts';
import { aider } from './aider.ts';
import { amp } from './amp.ts';
import { antigravity } from './antigravity.ts';
import { auggie } from './auggie.ts';
import { bolt } from './bolt.ts';
import { claude } from './claude.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { crush } from './crush.ts';
import { cursor } from './cursor.ts';
import { devin } from './devin.ts';
import { droid } from './droid.ts';
import { gemini } from './gemini.ts';
import { goose } from './goose.ts';
import { grok } from './grok.ts';
import { hermes } from './hermes.ts';
import { jules } from './jules.ts';
import { junie } from './junie.ts';
import { kilo } from './kilo.ts';
import { kimi } from './kimi.ts';
import { kiro } from './kiro.ts';
import { octofriend } from './octofriend.ts';
import { openclaw } from './openclaw.ts';
import { opencode } from './opencode.ts';
import { openhands } from './openhands.ts';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';
import { replit } from './replit.ts';
import { trae } from './trae.ts';
import { vibe } from './vibe.ts';
import { vscodeCopilot } from './vscode-copilot.ts';
import { windsurf } from './windsurf.ts';
import { zed } from './zed.ts';

/** Every known agent: the only list. Its order is that of `safeshell agents list`. */
export const AGENTS: readonly Agent[] = [
  claude,
  codex,
  gemini,
  antigravity,
  cursor,
  copilot,
  opencode,
  qwen,
  cline,
  windsurf,
  devin,
  goose,
  kiro,
  droid,
  crush,
  amp,
  grok,
  kimi,
  vibe,
  pi,
  kilo,
  auggie,
  openclaw,
  junie,
  trae,
  openhands,
  hermes,
  aider,
  bolt,
  jules,
  octofriend,
  replit,
  vscodeCopilot,
  zed,
];
