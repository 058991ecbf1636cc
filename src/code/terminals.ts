import { screenCommands } from '../wrappers/screen.ts';
import { tmuxText } from '../wrappers/tmux/family.ts';
import type { CodeAnalyzer } from './finding.ts';

/** Files and input of tmux and GNU screen: commands of their own language. */
export const analyzeTmux: CodeAnalyzer = (source) => tmuxText(source);
export const analyzeScreen: CodeAnalyzer = (source) => screenCommands(source);
