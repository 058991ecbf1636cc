import { EXIT } from '../../../model/errors.ts';
import { readCatalogue } from '../../../policy/catalogue.ts';
import { type PackFacts, packFacts } from '../../../policy/pack-facts.ts';
import { productVersion } from '../../../store/product.ts';
import { plural } from '../../../text/plural.ts';
import { printable, sentence } from '../../../text/printable.ts';
import { wrapped } from '../../../text/wrap.ts';
import type { CliContext } from '../context.ts';
import { tellProblems } from '../problems.ts';
import { chosenPacks } from './choose.ts';

export async function listPacks(json: boolean, context: CliContext): Promise<number> {
  const all = factsOf(context);
  if (json) {
    context.out(JSON.stringify(all.map(packJson), null, 2));
    return EXIT.ok;
  }
  const usual = all.filter(({ isOptional }) => !isOptional);
  const optional = all.filter(({ isOptional }) => isOptional);
  const lines = [
    `Packs of safeshell ${productVersion()}:`,
    ...usual.flatMap((pack) => packLines(pack, context)),
    '',
    'Optional, off by default:',
    ...optional.flatMap((pack) => packLines(pack, context)),
  ];
  context.out(wrapped(lines.join('\n'), context.columns));
  return EXIT.ok;
}

export async function showPacks(names: readonly string[], json: boolean, context: CliContext): Promise<number> {
  const chosen = chosenPacks(names, factsOf(context));
  if (json) context.out(JSON.stringify(chosen.map(packJson), null, 2));
  else for (const [at, pack] of chosen.entries()) context.out(`${at > 0 ? '\n' : ''}${packText(pack, context)}`);
  return EXIT.ok;
}

function factsOf(context: CliContext): readonly PackFacts[] {
  const catalogue = readCatalogue({ cwd: context.cwd, env: context.env });
  tellProblems(
    catalogue.problems.filter(({ level }) => level === 'error'),
    context,
  );
  return packFacts(catalogue, context.env.PATH ?? '');
}

function packLines(pack: PackFacts, { paint }: CliContext): readonly string[] {
  const { name, description, verdicts, programs } = pack;
  const named = programs.here.length + programs.missing.length;
  const parts = [
    `${plural(pack.rules.length, 'rule')}: ${verdicts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`,
    ...(named > 0 ? [`${programs.here.length} of ${plural(named, 'program')} here`] : []),
  ];
  return [
    `  ${paint.strong(name.padEnd(NAME_WIDTH))}  ${stateText(pack)}  ${paint.dim(parts.join('; '))}`,
    ...(description === undefined ? [] : [`    ${sentence(description)}`]),
  ];
}

const NAME_WIDTH = 10;

function stateText({ state, counting, rules }: PackFacts): string {
  return state === 'partly' ? `${counting} of ${rules.length} on` : state;
}

function packText(pack: PackFacts, context: CliContext): string {
  const { paint, columns } = context;
  const { name, file, saidIn, programs, rules, isOptional, isOn } = pack;
  const verb = isOn ? 'disable' : 'enable';
  const lines = [
    ...packLines(pack, context).map((line) => line.slice(2)),
    paint.dim(`  ${printable(file)} (safeshell ${productVersion()}${isOptional ? ', optional' : ''})`),
    ...(saidIn === undefined ? [] : [`  ${isOn ? 'on' : 'off'} by ${printable(saidIn)}`]),
    '',
    paint.strong('Rules'),
    ...rules.map(({ rule, counts }) => {
      const parts = [paint.verdict(rule.action), printable(rule.id), counts ? '' : paint.mark('off')];
      return `  ${[...parts, sentence(rule.description ?? '')].filter(Boolean).join('  ')}`;
    }),
    ...programLines('Programs that are here', programs.here, paint),
    ...programLines('Programs that are not', programs.missing, paint),
    ...(name === 'self'
      ? []
      : ['', paint.strong(`To switch it ${isOn ? 'off' : 'on'}`), `  safeshell packs ${verb} ${name}`]),
  ];
  return wrapped(lines.join('\n'), columns);
}

function programLines(head: string, names: readonly string[], paint: CliContext['paint']): readonly string[] {
  return names.length === 0 ? [] : ['', paint.strong(head), `  ${names.map(printable).join(', ')}`];
}

function packJson({ name, file, description, isOptional, state, saidIn, verdicts, rules, programs }: PackFacts) {
  return {
    pack: name,
    version: productVersion(),
    file,
    description: description ?? null,
    optional: isOptional,
    state,
    said_in: saidIn ?? null,
    verdicts: Object.fromEntries(verdicts),
    rules: rules.map(({ rule, counts }) => ({
      rule: rule.id,
      action: rule.action,
      on: counts,
      description: rule.description ?? null,
    })),
    programs,
  };
}
