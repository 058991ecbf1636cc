/** Where code of a language takes PATH away from what it starts: by emptying the environment, or by giving one of its own. */
const LOSES: Readonly<Record<string, RegExp>> = {
  perl: /undef\s+%ENV|delete\s+(?:local\s+)?\$ENV\{\s*['"]?PATH\b/,
  python:
    /\bos\.environ\.clear\(|\bdel\s+[\w.]{1,80}\[\s*['"]PATH['"]|\.pop\(\s*['"]PATH['"]|\bunsetenv\(\s*['"]PATH['"]/,
  javascript: /\bdelete\s+[\w.]{1,80}(?:\.PATH\b|\[\s*['"]PATH['"])|\bprocess\.env\s*=\s*\{\s*\}/,
  ruby: /\bENV\.clear\b|\.delete\(?\s*['"]PATH['"]|['"]PATH['"]\s*=>\s*nil\b/,
  php: /\bputenv\(\s*['"]PATH['"]/,
};

/** An environment of literal pairs: what stands in its braces. */
const OWN: Readonly<Record<string, RegExp>> = {
  python:
    /\b(?:env\s*=|os\.environ\s*=|(?:exec|spawn)[lv]p?e\([^{}]{0,500},|posix_spawnp?\([^{}]{0,500},)\s*\{([^{}]{0,2000})\}/g,
  javascript: /\b(?:env\s*:|process\.env\s*=|execve\([^{}]{0,500},)\s*\{([^{}]{0,2000})\}/g,
  perl: /%ENV\s*=\s*\(([^()]{0,2000})\)/g,
  ruby: /(?:\{([^{}]{0,2000})\}[^{}\n;]{0,500}|\b)unsetenv_others:\s*true/g, // without pairs it gives none
};

/** What is assigned to PATH. */
const ASSIGNED: Readonly<Record<string, RegExp>> = {
  python: /\bos\.(?:environ\[\s*['"]PATH['"]\s*\]\s*=(?!=)|putenv\(\s*['"]PATH['"]\s*,)([^\n;]{0,500})/g,
  javascript: /\bprocess\.env(?:\.PATH|\[\s*['"]PATH['"]\s*\])\s*=(?!=)([^\n;]{0,500})/g,
  perl: /\$ENV\{\s*['"]?PATH['"]?\s*\}\s*=(?![=~])([^\n;]{0,500})/g,
  ruby: /\bENV\[\s*['"]PATH['"]\s*\]\s*=(?![=~])([^\n;]{0,500})/g,
  php: /\bputenv\(\s*['"]PATH=([^\n;]{0,500})/g,
};

/** It gives on what it has, or a PATH that holds the old one. */
const KEEPS = /\.\.\.|\*\*|environ|process\.env|getenv|\bENV\b/;

/** `...process.env`, `**os.environ`, `%ENV`: all pairs of another environment. */
const SPREAD = /\.\.\.|\*\*|%\$?\w/;

/** A value that stands in the text: a literal, or nothing. */
const WRITTEN = /^\s*(?:['"]|(?:undefined|null|None)\b)/;

function keepsPath(pairs: string): boolean {
  const [, value] = /\bPATH['"]?\s*(?::|=>?)([^,\n]{0,500})/.exec(pairs) ?? [];
  if (SPREAD.test(pairs)) return value === undefined || KEEPS.test(value) || !WRITTEN.test(value);
  return value !== undefined && KEEPS.test(value);
}

/**
 * Whether what the code starts has no PATH, or another. Read from the text: a statement that takes PATH away is seen wherever it stands,
 * and what the code starts before it counts too.
 */
export function losesPath(language: string, source: string): boolean {
  if (LOSES[language]?.test(source) === true) return true;
  const isIn = (pattern: RegExp | undefined, loses: (given: string) => boolean) =>
    pattern !== undefined && [...source.matchAll(pattern)].some(([, given = '']) => loses(given));
  return isIn(OWN[language], (pairs) => !keepsPath(pairs)) || isIn(ASSIGNED[language], (value) => !KEEPS.test(value));
}
