/** Where code of a language takes PATH away from what it starts: by emptying the environment, or by giving one of its own. */
const LOSES: Readonly<Record<string, RegExp>> = {
  perl: /%ENV\s*=\s*\(\s*\)|undef\s+%ENV|delete\s+(?:local\s+)?\$ENV\{\s*['"]?PATH\b/,
  python:
    /\bos\.environ\.clear\(|\bdel\s+os\.environ\[\s*['"]PATH['"]|\bos\.environ\.pop\(\s*['"]PATH['"]|\bunsetenv\(\s*['"]PATH['"]/,
  javascript: /\bdelete\s+process\.env(?:\.PATH\b|\[\s*['"]PATH['"])|\bprocess\.env\s*=\s*\{\s*\}/,
  ruby: /\bENV\.clear\b|\bENV\.delete\(?\s*['"]PATH['"]|\bunsetenv_others:\s*true/,
};

/** An environment of literal pairs: what stands in its braces. And what is assigned to PATH. */
const OWN: Readonly<Record<string, readonly RegExp[]>> = {
  python: [
    /\b(?:env\s*=|os\.environ\s*=|(?:exec|spawn)[lv]p?e\([^{}]{0,500},|posix_spawnp?\([^{}]{0,500},)\s*\{([^{}]{0,2000})\}/g,
    /\bos\.(?:environ\[\s*['"]PATH['"]\s*\]\s*=(?!=)|putenv\(\s*['"]PATH['"]\s*,)([^\n;]{0,500})/g,
  ],
  javascript: [
    /\b(?:env\s*:|execve\([^{}]{0,500},)\s*\{([^{}]{0,2000})\}/g,
    /\bprocess\.env(?:\.PATH|\[\s*['"]PATH['"]\s*\])\s*=(?!=)([^\n;]{0,500})/g,
  ],
  perl: [/\$ENV\{\s*['"]?PATH['"]?\s*\}\s*=(?![=~])([^\n;]{0,500})/g],
  ruby: [/\bENV\[\s*['"]PATH['"]\s*\]\s*=(?![=~])([^\n;]{0,500})/g],
  php: [/\bputenv\(\s*['"]PATH=([^\n;]{0,500})/g],
};

/** It gives on what it has, or a PATH that holds the old one. */
const KEEPS = /\.\.\.|\*\*|environ|process\.env|getenv|\bENV\b/;

/**
 * Whether what the code starts has no PATH, or another. Read from the text: a statement that takes PATH away is seen wherever it stands,
 * and what the code starts before it counts too.
 */
export function losesPath(language: string, source: string): boolean {
  if (LOSES[language]?.test(source) === true) return true;
  const own = OWN[language] ?? [];
  return own.some((pattern) => [...source.matchAll(pattern)].some(([, given = '']) => !KEEPS.test(given)));
}
