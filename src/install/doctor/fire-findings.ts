import { REINSTALL } from './files.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import type { Fired } from './fire.ts';

/** The finding of one hook that was test-fired. */
export function fireFinding({ agent, title, project, file, result, rule, said, state, fix }: Fired): Finding {
  const check = `fire-${agent}`;
  const place = project === null ? '' : ` in ${project}`;
  const who = `the hook of ${title}${place}`;
  switch (result) {
    case 'refused':
      if (state === 'outdated')
        return problem(
          check,
          `${who} refused a line that must not run, but ${file} does not hold it as it was written`,
          fix,
        );
      return ok(check, `${who} refused a line that must not run [${rule}]`);
    case 'unjudged':
      return problem(check, `${who} refuses whatever comes, as nobody judges it: ${said}`, `${fix}, or ${REINSTALL}`);
    case 'open':
      return problem(check, `${who} let pass a line that must not run: ${said}`, `${fix}, or ${REINSTALL}`);
    case 'not-started':
      return problem(check, `${who} could not be started: ${said}`, fix);
    case 'not-asked':
      return problem(check, `${title}${place} does not ask: ${said}`, fix);
    default:
      return note(check, `${who} was not tried: what ${title} sends is not known here`);
  }
}
