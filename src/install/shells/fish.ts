import { join } from 'node:path';
import { fishQuote } from '../../util/sh-quote.ts';
import type { ShellIntegration, ShellPaths } from './shell.ts';

/** First line of our file in conf.d. */
const FISH_MARK = '# Written by safeshell: keeps its shims first in PATH.';

/** conf.d is read before config.fish, so that every later change of PATH must be answered: an event, not a second place. */
export const fish: ShellIntegration = {
  name: 'fish',
  quote: fishQuote,
  snippet,
  startupFiles(paths) {
    const config = paths.env.XDG_CONFIG_HOME || join(paths.home, '.config');
    return [{ kind: 'own', path: join(config, 'fish', 'conf.d', 'safeshell.fish'), text: snippet(paths) }];
  },
};

/** `set PATH` without a scope: where a command runs under a PATH of its own (`PATH=x cmd`), only the function's copy changes. */
function snippet({ data, shims, bin }: ShellPaths): string {
  const interactive = fishQuote(join(data, 'interactive.fish'));
  return `${FISH_MARK}
function __safeshell_front --on-variable PATH
    set -l shims ${fishQuote(shims)}
    test -d $shims; or return
    test "$PATH[1]" = $shims; and return
    set -l rest
    for entry in $PATH
        test $entry = $shims; or set -a rest $entry
    end
    set PATH $shims $rest
end
__safeshell_front
${bin === undefined ? '' : `contains -- ${fishQuote(bin)} $PATH; or set -gx PATH $PATH ${fishQuote(bin)}\n`}\
if status is-interactive; and test -r ${interactive}
    source ${interactive}
end
`;
}
