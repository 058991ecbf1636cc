import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { gemini } from './gemini.ts';
import { opencode } from './opencode.ts';
import type { Transcripts } from './transcript.ts';

/** Every agent whose session files are read: the only list. */
export const TRANSCRIPTS: readonly Transcripts[] = [claude, codex, gemini, copilot, opencode];
