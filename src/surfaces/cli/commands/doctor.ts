import type { Finding } from '../../../install/doctor/finding.ts';
import { EXIT } from '../../../model/errors.ts';
import { problemText } from '../../../text/problems.ts';
import type { CliCommand } from '../command.ts';
import type { CliContext } from '../context.ts';

export const doctor: CliCommand = {
  name: 'doctor',
  summary: 'find what is wrong with the guard on this machine, and say the mend',
  define: (command) => command.option('--json', 'the findings as one JSON object'),
  async run(_args, { json }, context) {
    const findings = [
      ...(await machineFindings(context)),
      ...(await ruleFindings(context)),
      ...(await whoAsks(context)),
    ];
    const problems = findings.filter(({ state }) => state === 'problem').length;
    if (json) context.out(JSON.stringify({ problems, findings }));
    else {
      for (const finding of findings) context.out(findingText(finding, context));
      context.out(problems === 0 ? 'all is well' : `${problems} ${problems === 1 ? 'problem' : 'problems'}`);
    }
    return problems === 0 ? EXIT.ok : EXIT.denied;
  },
};

function findingText({ state, what, mend }: Finding, { paint }: CliContext): string {
  if (state !== 'problem') return `${paint.dim(state.padEnd(7))}  ${what}`;
  return `${paint.verdict('deny', 'problem')}  ${what}\n         mend: ${mend}`;
}

async function machineFindings({ env, cwd }: CliContext): Promise<readonly Finding[]> {
  const files = await import('../../../install/doctor/files.ts');
  const { pathHere, pathInNewShells } = await import('../../../install/doctor/path-order.ts');
  const { shimDirectory } = await import('../../../install/doctor/shims.ts');
  const { installationOf, shellPlaces } = await import('../../../install/installation.ts');
  const { shimLayout } = await import('../../../install/refresh.ts');
  const { policySources } = await import('../../../policy/sources.ts');
  const { productRoot } = await import('../../../store/product.ts');
  const product = productRoot();
  const installation = installationOf(product);
  const places = shellPlaces(env, installation);
  const { layout, watched } = policySources({ cwd, env });
  const path = env.PATH ?? '';
  return [
    files.nodeVersion(),
    ...files.productFiles(product, installation),
    ...(installation ? files.otherInstallations(path, places.shims, installation) : []),
    ...files.permissions(layout, product),
    ...files.writable(layout),
    ...shimDirectory({ layout: shimLayout(env), sources: watched, path: `${path}:${places.bin ?? ''}`, product }),
    pathHere(places),
    ...(await pathInNewShells(places)),
  ];
}

async function ruleFindings({ env, cwd }: CliContext): Promise<readonly Finding[]> {
  const { policyInForce } = await import('../../../policy/load.ts');
  const { note, ok, problem } = await import('../../../install/doctor/finding.ts');
  const { policy, problems } = policyInForce({ env, cwd, fresh: true });
  const rules = policy.modules.reduce((sum, module) => sum + module.rules.length, 0);
  if (problems.length === 0) return [ok('rules', `${rules} rules in ${policy.modules.length} files`)];
  return problems.map((one) =>
    one.level === 'error'
      ? problem('rules', problemText(one), 'correct the file; until then its last good version counts')
      : note('rules', problemText(one)),
  );
}

async function whoAsks({ env }: CliContext): Promise<readonly Finding[]> {
  const { detectActor } = await import('../../../facts/actor.ts');
  const { note } = await import('../../../install/doctor/finding.ts');
  const { actor, how } = detectActor({ env });
  return [note('actor', `commands from here count as ${actor === 'ai' ? "an agent's" : "a person's"}: ${how}`)];
}
