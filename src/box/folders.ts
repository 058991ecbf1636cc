/** Where systems put programs. Source: FHS 3.0; git(1) --exec-path of Debian, Fedora, Alpine */
const SYSTEM = [
  '/usr/local/sbin',
  '/usr/local/bin',
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/snap/bin',
  '/usr/lib/git-core',
  '/usr/libexec/git-core',
  '/usr/local/libexec/git-core',
  '/home/linuxbrew/.linuxbrew/bin',
];

/** Where people's tools put theirs, below the home directory; `*` is each folder that is there. Source: their documentation, 2026 */
const PERSONAL = [
  '.local/bin',
  'bin',
  '.cargo/bin',
  'go/bin',
  '.bun/bin',
  '.deno/bin',
  '.volta/bin',
  '.asdf/shims',
  '.pyenv/shims',
  '.pyenv/versions/*/bin',
  '.rbenv/shims',
  '.rbenv/versions/*/bin',
  '.nvm/versions/node/*/bin',
  '.local/share/fnm/node-versions/*/installation/bin',
  '.local/share/mise/shims',
  '.local/share/mise/installs/*/*/bin',
  '.local/share/uv/python/*/bin',
  '.nix-profile/bin',
];

interface SearchedFor {
  readonly home: string | undefined;
  /** PATH, as the agent gets it */
  readonly path: string;
}

/** Folders in which programs stand that have a shim: those of the PATH, of the system, and of people's tools. Each once. */
export function programFolders(
  { home, path }: SearchedFor,
  namesIn: (folder: string) => readonly string[],
): readonly string[] {
  const own = home === undefined ? [] : PERSONAL.flatMap((pattern) => expanded(`${home}/${pattern}`, namesIn));
  const searched = path.split(':').filter((folder) => folder.startsWith('/'));
  return [...new Set([...searched, ...SYSTEM, ...own].map((folder) => folder.replace(/(?<=.)\/+$/, '')))];
}

function expanded(pattern: string, namesIn: (folder: string) => readonly string[]): readonly string[] {
  const at = pattern.indexOf('/*');
  if (at < 0) return [pattern];
  const above = pattern.slice(0, at);
  return namesIn(above).flatMap((name) => expanded(`${above}/${name}${pattern.slice(at + 2)}`, namesIn));
}
