/** Directories of the system, which are never a project, even where a command is started in one. */
const FOLDERS =
  '/bin /boot /dev /etc /home /lib /lib64 /media /mnt /opt /proc /root /run /sbin /sys /Users /System /Library /Applications';

/** So are these, and each directory directly in them. */
const PARENTS = '/usr /var';

const SYSTEM = new RegExp(`^(/|${FOLDERS.replaceAll(' ', '|')}|(${PARENTS.replaceAll(' ', '|')})(/[^/]*)?)$`);

export function isSystemFolder(path: string): boolean {
  return SYSTEM.test(path);
}

/** The same as patterns of sh's `case`, where `*` crosses slashes too: they match more, which only makes a gate ask Node. */
export const SYSTEM_FOLDER_PATTERNS: readonly string[] = [
  '/',
  ...FOLDERS.split(' '),
  ...PARENTS.split(' ').flatMap((parent) => [parent, `${parent}/*`]),
];
