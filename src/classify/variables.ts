import type { Word } from '../model/word.ts';

const SECRET =
  /(^|_)(SECRETS?|TOKENS?|PASSWORDS?|PASSWD|PASSPHRASE|PASS|PWD|CREDENTIALS?|CREDS|AUTH|APIKEY|PAT)(_BASE64|_BASE|_\d+)?$|KEY$|PASSWORD$|SECRET$|TOKEN$|_SECRET_|^SECRET_/;
/** A name of that form, but no secret: where one is, or what the shell calls its directories. */
const HARMLESS = /^(PWD|OLDPWD|HOTKEY|MONKEY|KEY)$|(_PUBLIC|_PUB)_KEY$|^PUBLIC_KEY$|_(DIR|FILE|PATH|SOCK|URL|NAME)$/;

/** Does a variable of that name hold a secret, as far as its name tells? */
export function isSecretName(name: string): boolean {
  const upper = name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase();
  return SECRET.test(upper) && !HARMLESS.test(upper);
}

/** Names of the variables that a word expands. */
export function expandedVariables(word: Word): readonly string[] {
  // a value that is known and still holds the dollar sign was quoted
  const literal = word.kind === 'known' ? word.value : '';
  const names = [...word.text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].flatMap(([spelled, name]) =>
    literal.includes(spelled) ? [] : [name as string],
  );
  return [...new Set(names)];
}
