import type { PlacedCall } from '../../../install/agents/next-calls.ts';
import type { Finding } from '../../../install/doctor/finding.ts';
import type { Fired } from '../../../install/doctor/fire.ts';
import { EXIT } from '../../../model/errors.ts';
import { LOCAL_CODE } from '../../../model/wall.ts';
import type { PolicyInForce } from '../../../policy/load.ts';
import type { LoadedPolicy } from '../../../policy/read-rules.ts';
import { countRules } from '../../../text/module-summary.ts';
import { plural } from '../../../text/plural.ts';
import { problemText } from '../../../text/problems.ts';
import type { CliCommand } from '../command.ts';
import type { CliContext } from '../context.ts';

export const doctor: CliCommand = {
  name: 'doctor',
  summary: 'Diagnose problems and suggest fixes',
  define: (command) =>
    command
      .option('--fire', 'Test every registered hook with a command it must refuse')
      .option('--json', 'Print the findings as one JSON object'),
  async run(_args, { json, fire }, context) {
    const { policyInForce } = await import('../../../policy/load.ts');
    const loaded = policyInForce({ env: context.env, cwd: context.cwd, fresh: true });
    const { causesOf } = await import('../../../install/doctor/finding.ts');
    const { nextCalls } = await import('../../../install/agents/next-calls.ts');
    const calls = await nextCalls(context, fire === true ? 'agents' : 'launchers');
    const fired = fire === true ? await fireHooks(context, calls) : undefined;
    const isFired = ({ agent }: PlacedCall) => fired?.some(({ agent: name }) => name === agent.name) === true;
    const findings = causesOf([
      ...(await machineFindings(context, loaded)),
      ...(await agentFindings(
        calls.filter((call) => !isFired(call)),
        context,
      )),
      ...(await ruleFindings(loaded)),
      ...(await modeFindings(context, loaded)),
      ...(await gateFindings(context)),
      await (await import('../../../install/doctor/git.ts')).gitFound(context.env),
      (await import('../undo/size.ts')).undoSize(context),
      await autoApproveFinding(context),
      await wallFinding(context),
      await whoAsks(context),
      ...(fired === undefined ? [] : await fireFindings(fired)),
    ]);
    const problems = findings.filter(({ state }) => state === 'problem').length;
    if (json) context.out(JSON.stringify({ problems, findings, ...(fired && { fired }) }));
    else {
      for (const finding of findings) context.out(findingText(finding, context));
      context.out(problems === 0 ? 'No problems found.' : plural(problems, 'problem'));
    }
    return problems === 0 ? EXIT.ok : EXIT.denied;
  },
};

function findingText({ state, what, fix }: Finding, { paint }: CliContext): string {
  if (state !== 'problem') return `${paint.dim(state.padEnd(7))}  ${what}`;
  return `${paint.verdict('deny', 'problem')}  ${what.replaceAll('\n', '\n       ')}\n         fix: ${fix}`;
}

async function machineFindings({ env }: CliContext, { policy }: LoadedPolicy): Promise<readonly Finding[]> {
  const files = await import('../../../install/doctor/files.ts');
  const { freshness } = await import('../../../install/doctor/freshness.ts');
  const { shimLayout } = await import('../../../install/shims.ts');
  const { lineDoor } = await import('../../../install/doctor/lines.ts');
  const { nodeStart } = await import('../../../install/doctor/node-start.ts');
  const { pathHere, pathInNewShells } = await import('../../../install/doctor/path-order.ts');
  const { hasShims, shimDirectory } = await import('../../../install/doctor/shims.ts');
  const { installationOf, shellPaths } = await import('../../../install/installation.ts');
  const { commandsOf } = await import('../../../policy/compile.ts');
  const { layoutOf } = await import('../../../store/layout.ts');
  const { productRoot } = await import('../../../store/product.ts');
  const product = productRoot();
  const installation = installationOf(product);
  const places = shellPaths(env, installation);
  const { shims, bin } = places;
  const path = bin === undefined ? (env.PATH ?? '') : `${env.PATH}:${bin}`;
  const layout = layoutOf(env);
  const nothing = files.notSetUp(product, installation, layout);
  if (nothing !== undefined)
    return [files.nodeVersion(), nothing, ...files.permissions(layout, product), ...files.recordable(layout)];
  return [
    files.nodeVersion(),
    ...nodeStart(shims, layout.data.hooks),
    ...files.productFiles(product, installation),
    ...(installation ? files.otherInstallations(path, shims, installation) : []),
    ...files.permissions(layout, product),
    ...files.writable(layout),
    ...freshness(shimLayout(env), layout.data.hooks),
    ...files.recordable(layout),
    ...shimDirectory({ shims, commands: commandsOf(policy.modules), path, product }),
    // without shims neither PATH nor prompts can have them
    ...(hasShims(shims) ? [pathHere(places), ...(await pathInNewShells(places)), await lineDoor(places, product)] : []),
  ];
}

async function agentFindings(calls: readonly PlacedCall[], { env }: CliContext): Promise<readonly Finding[]> {
  const { agentHooks } = await import('../../../install/doctor/agents.ts');
  const { layoutOf } = await import('../../../store/layout.ts');
  return agentHooks(calls, { env, path: env.PATH ?? '', shims: layoutOf(env).data.shims });
}

async function fireHooks({ env, cwd }: CliContext, calls: readonly PlacedCall[]): Promise<readonly Fired[]> {
  const { fireHooks: start } = await import('../../../install/doctor/fire.ts');
  return start({ env, cwd }, calls);
}

async function fireFindings(fired: readonly Fired[]): Promise<readonly Finding[]> {
  const { fireFinding } = await import('../../../install/doctor/fire-findings.ts');
  const { note } = await import('../../../install/doctor/finding.ts');
  if (fired.length === 0) return [note('fire', 'no hook is registered')];
  return fired.map(fireFinding);
}

/** Of a rule that its pack ships as one that only counts, nothing is said: nobody here chose that. */
async function modeFindings({ env, cwd }: CliContext, { policy }: LoadedPolicy): Promise<readonly Finding[]> {
  const { note } = await import('../../../install/doctor/finding.ts');
  // in a policy of packs one module is always there
  if (policy.modules.every(({ enforce }) => enforce === false))
    return [note('mode', 'watch mode: commands that rules would stop run and are recorded (safeshell mode guard)')];
  const { readCatalogue } = await import('../../../policy/catalogue.ts');
  const watched = readCatalogue({ env, cwd }).rules.filter(
    ({ counts, isEnforced, tier, written }) => counts && !isEnforced && !(tier === 'pack' && written.enforce === false),
  );
  const [first] = watched;
  if (first === undefined) return [];
  const others = watched.length === 1 ? '' : ` and ${plural(watched.length - 1, 'other')}`;
  return [note('mode', `${first.rule.id}${others} not enforced: commands that they would stop run and are recorded`)];
}

async function ruleFindings({ policy, problems, broken }: PolicyInForce): Promise<readonly Finding[]> {
  const { note, ok, problem } = await import('../../../install/doctor/finding.ts');
  if (problems.length === 0)
    return [ok('rules', `${plural(countRules(policy), 'rule')} in ${plural(policy.modules.length, 'file')}`)];
  const all = problems.map((one) =>
    one.level === 'error' ? problem('rules', problemText(one), 'correct the file') : note('rules', problemText(one)),
  );
  return broken === undefined ? all : [...all, note('rules', broken)];
}

/** How often Node can be spared; which rules cost it is a list of its own. */
async function gateFindings({ env }: CliContext): Promise<readonly Finding[]> {
  const { countGates } = await import('../../../refresh/gate-report.ts');
  const { note } = await import('../../../install/doctor/finding.ts');
  const { programs, answering } = countGates(env) ?? { programs: 0, answering: 0 };
  const text = `${answering} of ${programs} guarded programs here start without Node.js where no rule can match`;
  return programs === 0 ? [] : [note('gates', `${text} (safeshell rules list)`)];
}

async function autoApproveFinding({ env }: CliContext): Promise<Finding> {
  const { autoApprove } = await import('../../../install/doctor/auto-approve.ts');
  const { settingsInForce } = await import('../../../policy/settings.ts');
  const { layoutOf } = await import('../../../store/layout.ts');
  return autoApprove(settingsInForce(layoutOf(env)).autoApprove);
}

/** Where nothing confines, the pack is not in the policy although it is switched on. */
async function wallFinding({ env }: CliContext): Promise<Finding> {
  const { strengthFound } = await import('../../../install/doctor/wall.ts');
  const { saidSettings } = await import('../../../policy/said-settings.ts');
  const { layoutOf } = await import('../../../store/layout.ts');
  const said = saidSettings(layoutOf(env));
  return strengthFound(
    said.flatMap(({ enabledPacks, confine }) => [...enabledPacks, ...(confine.localCode ? [LOCAL_CODE] : [])]),
  );
}

async function whoAsks({ env }: CliContext): Promise<Finding> {
  const { detectActor } = await import('../../../facts/actor.ts');
  const { note } = await import('../../../install/doctor/finding.ts');
  const { actor, how } = detectActor({ env });
  return note('actor', `commands from here count as ${actor === 'ai' ? "an agent's" : "a person's"}: ${how}`);
}
