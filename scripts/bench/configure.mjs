import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processorCall } from './timing.mjs';

const CHECKS = 20;

/** As autoconf writes it: each check makes a name, compiles, looks at what the compiler said, and cleans up. */
const SCRIPT = `#!/bin/sh
as_me=\`basename -- "$0"\`
started=\`date +%s\`
host=\`uname -s | tr A-Z a-z\`
mkdir -p conf
i=0
while [ $i -lt ${CHECKS} ]; do
  i=\`expr $i + 1\`
  ac_cv=\`echo "ac_cv_header_sys/feature$i.h" | sed 'y%*+%pp%;s%[^_a-zA-Z0-9]%_%g'\`
  printf %s "checking for sys/feature$i.h... " >>config.log
  cat >conftest.c <<END
#include <sys/feature$i.h>
int main (void) { return 0; }
END
  if ./cc -c -o conftest.o conftest.c 2>conftest.err && test -f conftest.err; then
    case $i in
    *[05])
      grep -v '^ *+' conftest.err >conftest.er1
      mv -f conftest.er1 conftest.err ;;
    *[16]) awk '{ print $1, NF }' conftest.err >>config.log ;;
    *[27]) sed -n '1,3p' conftest.err >>config.log ;;
    *[38]) sh -c 'exit 0' || exit 1
      uname -m >>config.log ;;
    *) sed -e 's/^checking for //; /^$/d' conftest.err >>config.log ;;
    esac
  fi
  echo "$ac_cv=yes" >>config.cache
  rm -f conftest.err conftest.o conftest.c
done
sort -u config.cache >config.status
chmod +x config.status
test \`date +%s\` -ge "$started"
`;

/** Starts as many programs as the driver of a real one, which would hide what the guard costs behind its own work. */
const COMPILER = `#!/bin/sh
/bin/cat "$4" >/dev/null
/bin/cp "$4" "$3"
/bin/true
echo ' + note' >&2
echo 'warning: stub' >&2
`;

/** A configure script of some checks, started by a person: processor time of all that it starts. */
export async function benchConfigure({ machine, quick }) {
  const folder = machine.at('configure');
  mkdirSync(folder);
  for (const [name, text] of Object.entries({ configure: SCRIPT, cc: COMPILER })) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
  const within = (env) => processorCall(['/bin/sh', './configure'], { cwd: folder, env });
  const took = inTurns({ unguarded: within(machine.plain), guarded: within(machine.guarded) }, quick ? 3 : 9);
  const [unguarded, guarded] = [took.unguarded, took.guarded].map(median);
  return {
    rows: [{ checks: CHECKS, unguarded, guarded }],
    numbers: { toUnguarded: guarded / unguarded },
    markdown: table(
      ['checks', 'unguarded, processor time', 'guarded', 'ratio'],
      [[String(CHECKS), milliseconds(unguarded), milliseconds(guarded), times(guarded / unguarded)]],
    ),
    chart: Object.entries({ unguarded, guarded }).map(([name, ms]) => ({ name, value: ms, text: milliseconds(ms) })),
  };
}
