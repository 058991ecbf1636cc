/** `git-branch` as it is spelt in a name of TypeScript, a constant, a key of YAML, a title. */
export const camel = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
export const upper = (name) => name.replaceAll('-', '_').toUpperCase();
export const snake = (name) => name.replaceAll('-', '_');
export const title = (name) =>
  name
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

/** A file that must not be there yet. */
export const create = (text) => (before) => (before === undefined ? text : undefined);

/** Puts a text in front of the first place where `mark` stands, once. */
export const insertBefore =
  (mark, text, isThere = text) =>
  (before) => {
    if (before.includes(isThere)) return undefined;
    const at = before.search(mark);
    if (at < 0) throw new Error(`the mark ${mark} is gone: scripts/new has to follow`);
    return before.slice(0, at) + text + before.slice(at);
  };

/** Several changes of one file. */
export const all =
  (...changes) =>
  (before) =>
    changes.reduce((text, change) => (text === undefined ? undefined : change(text)), before);

/** An import above the others, whose order biome sets right, and an entry in front of the end of the list. */
export const addToList = (imported, mark, entry) =>
  all(insertBefore(/^import /m, `${imported}\n`), insertBefore(mark, entry));
