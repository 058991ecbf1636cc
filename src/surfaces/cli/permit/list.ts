import { EXIT } from '../../../model/errors.ts';
import type { Permits } from '../../../model/permits.ts';
import { permitsNow } from '../../../policy/switch-permits.ts';
import { layoutOf } from '../../../store/layout.ts';
import { openOncePermits } from '../../../store/once-permits.ts';
import { type PermitShown, permitsText, settingsPath } from '../../../text/permits.ts';
import type { CliContext } from '../context.ts';

const MINUTE = 60_000;

/** Prints what is permitted, in all projects. */
export function listPermits(json: boolean, { env, out }: CliContext): number {
  const layout = layoutOf(env);
  const { managed, own } = permitsNow(layout);
  const always = [...shown(managed, 'managed'), ...shown(own, 'own')];
  const once = openOncePermits(layout.state.permits)
    .all()
    .flatMap(({ project, paths, untilMs }) =>
      paths.map((path) => ({
        path: settingsPath(path, env.HOME),
        project: settingsPath(project, env.HOME),
        once: true,
        from: 'own' as const,
        untilMs,
      })),
    );
  if (json) {
    const until = ({ untilMs, ...permit }: (typeof once)[number]) => ({
      ...permit,
      until: new Date(untilMs).toISOString(),
    });
    out(JSON.stringify([...always.map((permit) => ({ ...permit, until: null })), ...once.map(until)]));
  } else {
    const left = once.map((one) => ({ ...one, minutesLeft: Math.ceil((one.untilMs - Date.now()) / MINUTE) }));
    out(permitsText([...always, ...left]));
  }
  return EXIT.ok;
}

type From = PermitShown & { readonly from: 'managed' | 'own' };

function shown({ write, projects }: Permits, from: From['from']): readonly From[] {
  const one = (path: string, project: string | null): From => ({ path, project, once: false, from });
  return [
    ...write.map((path) => one(path, null)),
    ...Object.entries(projects).flatMap(([project, paths]) => paths.map((path) => one(path, project))),
  ];
}
