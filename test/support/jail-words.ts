/** A jail of bubblewrap around one program: paths are absolute. */
export interface JailWalls {
  /** what the jail has as /tmp and as `at.home` */
  readonly temp: string;
  readonly home: string;
  readonly at: { readonly home: string; readonly cwd: string };
  readonly env: Readonly<Record<string, string>>;
  /** after all others */
  readonly more?: readonly string[];
}

/** The words of bwrap(1) in front of a program: there is no network then, and nothing else can be written. The checkout can be read. */
export function jailWords({ temp, home, at, env, more = [] }: JailWalls): readonly string[] {
  const repo = process.cwd();
  const fixed = '--ro-bind / / --dev /dev --proc /proc --tmpfs /run --tmpfs /home --tmpfs /root';
  const locks = '--unshare-all --uid 1000 --gid 1000 --die-with-parent --new-session --clearenv';
  return [
    ...fixed.split(' '),
    ...['--bind', temp, '/tmp', '--bind', home, at.home, '--ro-bind', repo, repo],
    ...['--chdir', at.cwd, ...locks.split(' ')],
    ...Object.entries(env).flatMap(([name, value]) => ['--setenv', name, value]),
    ...[...more, '--'],
  ];
}
