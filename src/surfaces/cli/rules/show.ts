import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { EXIT } from '../../../model/errors.ts';
import type { RuleFile } from '../../../model/policy.ts';
import type { RuleEntry } from '../../../policy/catalogue.ts';
import { moduleSummary } from '../../../text/module-summary.ts';
import { printable } from '../../../text/printable.ts';
import { ruleCardText } from '../../../text/rule-card.ts';
import type { CliCommand } from '../command.ts';
import { type CliContext, UsageError } from '../context.ts';
import { tellProblems } from '../problems.ts';

interface Options {
  readonly yaml?: boolean;
  readonly json?: boolean;
}

export const show: CliCommand = {
  name: 'show',
  summary: 'Show what a rule stops, why, and how to change it',
  define: (command) =>
    command
      .argument('[rules...]', 'Rules, packs such as `git/*`, or rule files (default: a summary of all rules)')
      .option('--yaml', 'Print the source text of the rule')
      .option('--json', 'Print a JSON list')
      .addHelpText('after', HELP),
  run(names, given, context) {
    const options = given as Options;
    const files = names.filter((name) => isFile(name, context));
    if (names.length > 0 && files.length === 0) return showRules(names, options, context);
    if (files.length < names.length) throw new UsageError('expected names of rules or rule files, not both');
    if (options.yaml) throw new UsageError('--yaml shows rules: name one');
    return showFiles(files, options.json === true, context);
  },
};

/** A rule file says so by its ending; any other path that is one has more than the slash of `git/push-force`. */
function isFile(name: string, { cwd }: CliContext): boolean {
  return /\.(ya?ml|json)$/.test(name) || (/^[./~]|\/.*\//.test(name) && existsSync(resolve(cwd, name)));
}

async function showRules(names: readonly string[], { yaml, json }: Options, context: CliContext): Promise<number> {
  const { readCatalogue } = await import('../../../policy/catalogue.ts');
  const { chosenRules } = await import('./choose.ts');
  const { cardOf, cardJson, textOfRule } = await import('./card.ts');
  const catalogue = readCatalogue({ cwd: context.cwd, env: context.env });
  tellProblems(
    catalogue.problems.filter(({ level }) => level === 'error'),
    context,
  );
  const rules = chosenRules(names, catalogue);
  const texts: readonly string[] = json
    ? [JSON.stringify(rules.map(cardJson), null, 2)]
    : rules.map((rule: RuleEntry) =>
        yaml ? textOfRule(rule) : ruleCardText(cardOf(rule), context.paint, context.columns),
      );
  context.out(texts.join('\n\n'));
  return EXIT.ok;
}

async function showFiles(files: readonly string[], json: boolean, context: CliContext): Promise<number> {
  const { policyFromFiles, policyInForce } = await import('../../../policy/load.ts');
  const { moduleReading } = await import('../../../rules/rule-text.ts');
  const { policy, problems } =
    files.length > 0 ? policyFromFiles(files) : policyInForce({ cwd: context.cwd, env: context.env, fresh: true });
  const isBroken = tellProblems(problems, context);
  if (json) {
    const readings = policy.modules.map((module) => readingJson(module, moduleReading(module)));
    context.out(JSON.stringify(readings, null, 2));
  } else
    for (const module of policy.modules)
      context.out([moduleSummary(module), '', ...moduleReading(module), ''].map(printable).join('\n'));
  return isBroken ? EXIT.data : EXIT.ok;
}

function readingJson({ name, file, dialect, tier, unmatched, rules: all }: RuleFile, reading: readonly string[]) {
  const own = all.map(({ id, name: rule, action, severity, at }) => ({
    id,
    name: rule,
    action,
    severity,
    line: at.line,
  }));
  return { name, file, dialect, tier, unmatched, rules: own, reading };
}

const HELP = `
Examples:
  safeshell rules show git/push-force
  safeshell rules show --yaml push-force
  safeshell rules show policyshield.yaml`;
