/**
 * What Gemini CLI's documentation says of its rules about the shell, written anew from it: no code of the product is used.
 * Source: google-gemini/gemini-cli docs/reference/policy-engine.md, docs/tools/shell.md (0.56).
 */

export interface GeminiRule {
  readonly commandPrefix?: string;
  readonly commandRegex?: string;
}

/** One simple command as it is written in the line, in the JSON of the call; a redirection is always asked about. */
export function geminiMatches(rule: GeminiRule, command: string, decision: 'allow' | 'ask_user' | 'deny'): boolean {
  const text = command.trim();
  if (decision === 'allow' && hasRedirection(text)) return false;
  const json = JSON.stringify({ command: text, dir_path: '.' });
  if (rule.commandRegex !== undefined) return new RegExp(`"command":"${rule.commandRegex}`).test(json);
  const start = `"command":${JSON.stringify(rule.commandPrefix).slice(0, -1)}`;
  const at = json.indexOf(start);
  return at >= 0 && /^(?:[\s"]|\\")/.test(json.slice(at + start.length));
}

/** Substitutions are commands of their own, which have to be allowed by themselves. */
function hasRedirection(text: string): boolean {
  return /[<>`]|\$\(/.test(text.replace(/'[^']*'/g, 'q').replace(/"[^"`$]*"/g, 'q'));
}
