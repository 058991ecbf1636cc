/**
 * What Claude Code's documentation says of its rules about Bash, written anew from it: no code of the product is used.
 * Source: code.claude.com/docs/en/permissions (2026-08), "Bash", "Wrappers", "Redirections".
 */

/** `Bash(..)` and one simple command as it is written in the line. */
export function claudeMatches(rule: string, command: string, list: 'allow' | 'ask' | 'deny'): boolean {
  const pattern = /^Bash(?:\(([\s\S]*)\))?$/.exec(rule)?.[1] ?? '*';
  const isAllow = list === 'allow';
  const bare = strippedOf(command.trim(), isAllow);
  if (pattern === '*') return true;
  if (isAllow && !isMatchable(bare)) return false;
  const text = pattern.replace(/:\*$/, ' *');
  if (isAllow && text.includes('*') && isNeverByPrefix(bare)) return false;
  return matchesWildcards(text, bare) || (text.endsWith(' *') && matchesWildcards(text.slice(0, -2), bare));
}

/** `*` is any sequence of characters, spaces too. */
function matchesWildcards(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === text;
  const last = rest.pop() as string;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

const WRAPPERS = [
  /^timeout\s+(?:-\S+\s+)*\d+\w?\s+/,
  /^(?:time|nohup|nice|stdbuf|noglob|builtin)\s+(?!-)/,
  /^command\s+(?!-)/,
  /^xargs\s+(?!-)/,
];

/** Wrappers are taken away, and before an allow rule only variables that are known to be safe. */
function strippedOf(command: string, isAllow: boolean): string {
  let text = command;
  for (;;) {
    const assignment = isAllow ? /^NODE_ENV=\w*\s+/ : /^[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+/;
    const shorter = [...WRAPPERS, assignment].reduce((one, wrapper) => one.replace(wrapper, ''), text);
    if (shorter === text) return text;
    text = shorter;
  }
}

/** The documentation says of nothing else that a rule allows it: a redirection is a write of its own, but for /dev/null. */
function isMatchable(text: string): boolean {
  const plain = text.replace(/'[^']*'/g, 'q').replace(/"[^"$`\\]*"/g, 'q');
  const harmless = plain.replace(/\s(?:[012&]?>>?\s*\/dev\/null|[12]?>&[12])(?=\s|$)/g, '');
  return !/[$`<>]/.test(harmless);
}

function isNeverByPrefix(text: string): boolean {
  if (/^(?:watch|setsid|ionice|flock)(?:\s|$)/.test(text)) return true;
  return /^find\s/.test(text) && /\s-(?:exec|delete)/.test(text.replace(/['"]/g, ''));
}
