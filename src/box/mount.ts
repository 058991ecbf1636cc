/** One mount, in the order in which they are made; `from`: absolute, as it is outside of the box. */
export type Mount =
  /** the folder or file, writable or not, with what is mounted below it */
  | { readonly kind: 'writable' | 'read-only'; readonly from: string; readonly to: string }
  /** an empty file system in memory; `hidden`: one that nobody can look into */
  | { readonly kind: 'memory' | 'hidden' | 'folder' | 'sealed'; readonly to: string };
