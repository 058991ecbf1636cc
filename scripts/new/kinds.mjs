import * as agent from './agent.mjs';
import * as command from './command.mjs';
import * as condition from './condition.mjs';
import * as dialect from './dialect.mjs';
import * as rule from './rule.mjs';
import * as wrapper from './wrapper.mjs';

/**
 * Each kind: how a name looks, the files that one more of it changes (`[path, before => after]`, undefined = it is there
 * already), and what is left to the writer.
 */
export const KINDS = { agent, command, condition, dialect, rule, wrapper };

/** What `npm run generate` makes of one of that name. */
export const GENERATED_OF = {
  command: () => ['docs/commands.md'],
  condition: () => ['docs/conditions.md', 'docs/schema/rules.schema.json'],
  rule: (id) => ['docs/packs/README.md', `docs/packs/${id.split('/')[0]}.md`],
};
