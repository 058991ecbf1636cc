const ADDRESS = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/)(?:[^/@\s]*@)?(\[[^\]]*\]|[^/:?#\s]+)/;
const SCP_STYLE = /^(?:[^/@\s:]+@)?([A-Za-z0-9][\w.-]*):/;

/** The host of `https://user@host/path` or `user@host:path`; undefined where the word is neither. */
export function hostOf(word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  return ADDRESS.exec(word)?.[1] ?? (word.includes('@') ? copyHost(word) : undefined);
}

/** The same where `host:path` alone names a host too. */
export function copyHost(word: string): string | undefined {
  return ADDRESS.exec(word)?.[1] ?? SCP_STYLE.exec(word)?.[1];
}

const LOOPBACK = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\]|::1)$/;

/** This machine itself. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}
