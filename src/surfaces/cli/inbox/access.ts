import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Who may use the page: three secrets, none of which is ever on disk. */
export interface Access {
  /** Is this the folder of the address? Without it nothing at all is there. */
  isFolder(name: string): boolean;
  /** `#..` of a link to open the page; the one before does not open it any more. */
  newLink(): { readonly folder: string; readonly code: string };
  /** What the code of a link is good for, once: a token for this browser tab. */
  enter(code: string): string | undefined;
  isToken(token: string): boolean;
}

/** 128 bits. */
const BYTES = 16;
/** Tabs that count at a time: the oldest goes. */
const MAX_TOKENS = 16;

/**
 * The code of a link may be seen: in the terminal, in the list of processes while a browser starts. So it is used up by the
 * first who comes, and the token that it is changed for is told to nobody else. A cookie would be sent to every other port
 * of this address as well, such as that of an agent's own server; a token in the tab's memory is not.
 */
export function createAccess(): Access {
  const folder = secret();
  let code: string | undefined;
  const tokens: string[] = [];
  return {
    isFolder: (name) => isSame(name, folder),
    newLink() {
      code = secret();
      return { folder, code };
    },
    enter(given) {
      if (code === undefined || !isSame(given, code)) return undefined;
      code = undefined;
      const token = secret();
      tokens.push(token);
      if (tokens.length > MAX_TOKENS) tokens.shift();
      return token;
    },
    isToken: (given) => tokens.filter((one) => isSame(given, one)).length > 0,
  };
}

function secret(): string {
  return randomBytes(BYTES).toString('base64url');
}

/** In the same time whatever they have in common. */
function isSame(a: string, b: string): boolean {
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
}
