import { EXIT } from '../../../model/errors.ts';
import { withListItems } from '../../../store/yaml-list.ts';
import { confirmed } from '../confirm.ts';
import { type CliContext, UsageError } from '../context.ts';
import { refuseAgents } from '../person.ts';
import { tellProblems } from '../problems.ts';

interface Options {
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** A rule in a few words: shown, agreed to, written where the person's own rules are. */
export async function add(words: readonly string[], { yes, json }: Options, context: CliContext): Promise<number> {
  if (words.length === 0) throw new UsageError('expected a sentence: safeshell rules add "allow npm install"');
  if (refuseAgents('adds a rule', context)) return EXIT.notAllowed;
  const { previewRule, writeRule } = await import('../../../policy/add-rule.ts');
  const preview = previewRule(words.join(' '), { cwd: context.cwd, env: context.env });
  if ('refused' in preview) {
    tellProblems(preview.problems ?? [], context);
    context.err(`safeshell: not added: ${preview.refused}`);
    return EXIT.data;
  }
  const { file, items, action, verdict, rule } = preview;
  if (!json) {
    context.out(`${file}:`);
    for (const key of ['rules', 'overrides'] as const) {
      const lists = items.filter((item) => item.key === key).map(({ yaml }) => yaml);
      if (lists.length > 0) context.out((withListItems('', key, lists) ?? '').trimEnd());
    }
    if (rule !== undefined) context.out(`for an agent it is still ${verdict}, by ${rule}`);
  }
  const isAgreed = yes === true || (!json && (await confirmed('Add it? [y/N] ')));
  if (isAgreed && !writeRule(preview)) {
    context.err(`safeshell: not added: ${file} has changed meanwhile`);
    return EXIT.data;
  }
  if (json) context.out(JSON.stringify({ file, added: isAgreed, action, items, verdict, rule: rule ?? null }, null, 2));
  else if (isAgreed) context.out('added: it counts from the next command on');
  else context.err('safeshell: not added');
  return isAgreed ? EXIT.ok : EXIT.denied;
}
