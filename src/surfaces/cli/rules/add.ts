import { EXIT } from '../../../model/errors.ts';
import type { AddedRule } from '../../../policy/add-rule.ts';
import { printable } from '../../../text/printable.ts';
import { withListItems } from '../../../util/yaml-list.ts';
import { confirmed } from '../confirm.ts';
import { type CliContext, UsageError } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { tellProblems } from '../problems.ts';

interface Options {
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** A rule in a few words: shown, agreed to, written where the person's own rules are. */
export async function add(words: readonly string[], options: Options, context: CliContext): Promise<number> {
  const { yes, dryRun, json } = options;
  if (words.length === 0) throw new UsageError('expected a sentence: safeshell rules add "allow npm install"');
  if (!dryRun && refuseAgents('add rules', context)) return EXIT.notAllowed;
  const { previewRule, writeRule } = await import('../../../policy/add-rule.ts');
  const preview = previewRule(words.join(' '), { cwd: context.cwd, env: context.env });
  if ('refused' in preview) return refuse(preview, json === true, context);
  if (!json) show(preview, context);
  const isAgreed = !dryRun && (yes === true || (!json && (await confirmed('Add it? [y/N] '))));
  if (isAgreed && !writeRule(preview)) {
    context.err(`safeshell: not added: ${preview.file} has changed since the preview; try again`);
    return EXIT.data;
  }
  const { file, items, action, verdict, rule, stops, passes } = preview;
  if (json)
    context.out(
      JSON.stringify({ file, added: isAgreed, action, items, verdict, rule: rule ?? null, stops, passes }, null, 2),
    );
  else if (isAgreed) context.out('Added. The rule applies from the next command on.');
  else if (dryRun) context.out('Nothing was written.');
  else context.err('safeshell: not added');
  return isAgreed || dryRun ? EXIT.ok : EXIT.denied;
}

/** Word by word what was not understood. */
function refuse(
  { refused, problems = [], misunderstood = [] }: Extract<AddedRule, { refused: string }>,
  json: boolean,
  context: CliContext,
): number {
  if (json) context.out(JSON.stringify({ added: false, refused, not_understood: misunderstood, problems }, null, 2));
  else tellProblems(problems, context);
  context.err(printable(`safeshell: not added: ${refused}`));
  if (misunderstood.length > 1) {
    for (const { word, why } of misunderstood) context.err(printable(`  \`${word}\`: ${why}`));
  }
  return EXIT.data;
}

/** They follow in the words of people, and would fill the screen. */
function withoutTests(yaml: string): string {
  return yaml.replace(/^tests:\n[\s\S]*$/m, '');
}

const VERBS = { allow: 'allows', deny: 'denies', require_approval: 'asks before' } as const;

/** The rule as it would be written, and examples that were checked against it. */
function show(preview: Exclude<AddedRule, { refused: string }>, { out }: CliContext): void {
  const { file, items, action, verdict, rule, stops, passes } = preview;
  out(`${file}:`);
  for (const key of ['rules', 'overrides'] as const) {
    const lists = items.filter((item) => item.key === key).map(({ yaml }) => withoutTests(yaml));
    if (lists.length > 0) out((withListItems('', key, lists) ?? '').trimEnd());
  }
  out('Examples that were tried:');
  for (const [label, examples] of [
    [VERBS[action], stops],
    ['leaves alone', passes],
  ] as const) {
    for (const one of examples) out(printable(`${label.padEnd(12)}  ${one}`));
  }
  if (rule !== undefined) out(`For agents it is still ${verdict}, by ${rule}.`);
}
