const SIMPLE: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  a: '\x07',
  e: '\x1b',
  0: '\0',
  '\n': '',
};

function codePoint(hex: string): string {
  const value = Number.parseInt(hex, 16);
  return value <= 0x10ffff ? String.fromCodePoint(value) : '';
}

/** Backslash escapes as C, Python, JavaScript, PHP, Perl and Ruby have them in common. */
export function decodeEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  const pattern =
    /\\(x\{([0-9a-fA-F]+)\}|x([0-9a-fA-F]{1,2})|u\{([0-9a-fA-F]+)\}|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{1,3})|(.))/gs;
  return text.replace(pattern, (_, _all, braced, hex, uBraced, u4, u8, octal, char) => {
    const digits = braced ?? hex ?? uBraced ?? u4 ?? u8;
    if (digits !== undefined) return codePoint(digits);
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return SIMPLE[char] ?? char;
  });
}

/** Single quotes of shell-like languages: only `\\` and the quote itself are escapes. */
export function decodeSingle(text: string, quote = "'"): string {
  return text.replace(/\\(.)/gs, (whole, char) => (char === '\\' || char === quote ? char : whole));
}
