const TOKEN = /\\([\s\S])|(\[[!^]?[\s\S][^\]]*\]|[*?])|([\s\S])/g;

/**
 * The literal stretches of a text glob, in order; what lies between them may be anything. '' at an end: the text may
 * begin or end with something else there. `*.env` -> ['', '.env'].
 */
export function textGlobPieces(written: string): readonly string[] {
  const pieces = [''];
  for (const [, escaped, wildcard, plain] of written.matchAll(TOKEN)) {
    if (wildcard !== undefined) pieces.push('');
    else pieces[pieces.length - 1] += escaped ?? plain ?? '';
  }
  return pieces;
}
