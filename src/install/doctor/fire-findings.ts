import { shQuote } from '../../util/sh-quote.ts';
import { REINSTALL } from './files.ts';
import { type Finding, note, ok, problem } from './finding.ts';
import type { Fired } from './fire.ts';

/** The findings of one hook that was test-fired. */
export function fireFinding({ agent, title, project, file, result, rule, said }: Fired): Finding {
  const check = `fire-${agent}`;
  const who = `the hook of ${title}${project === null ? '' : ` in ${project}`}`;
  const install = `safeshell agents install ${agent}${project === null ? '' : ` --project ${shQuote(project)}`}`;
  switch (result) {
    case 'refused':
      return ok(check, `${who} refused a line that must not run [${rule}]`);
    case 'unjudged':
      return problem(
        check,
        `${who} refuses whatever comes, as nobody judges it: ${said}`,
        `${install}, or ${REINSTALL}`,
      );
    case 'open':
      return problem(check, `${who} let pass a line that must not run: ${said}`, `${install}, or ${REINSTALL}`);
    case 'not-started':
      return problem(check, `${who} could not be started: ${said}`, install);
    case 'not-asked':
      return problem(
        check,
        `${who} would refuse, but ${title} does not ask it: ${said}`,
        `${install}, or edit ${file}`,
      );
    default:
      return note(check, `${who} was not tried: what ${title} sends is not known here`);
  }
}
