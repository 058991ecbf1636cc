import type { RealAgent } from './agent.ts';
import { claude } from './claude.ts';
import { cline } from './cline.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { kilo } from './kilo.ts';
import { opencode } from './opencode.ts';
import { pi } from './pi.ts';
import { qwen } from './qwen.ts';

/** Every agent that can be run here; `AGENTS=claude,codex` chooses. */
export const REAL_AGENTS: readonly RealAgent[] = [claude, codex, gemini, copilot, opencode, qwen, cline, pi, kilo];
