import { EXIT } from '../../../model/errors.ts';
import type { CliCommand } from '../command.ts';

export const schema: CliCommand = {
  name: 'schema',
  summary: 'Print the JSON Schema of rule files',
  define: (command) => command,
  async run(_args, _options, context) {
    const { rulesJsonSchema } = await import('../../../rules/json-schema.ts');
    context.out(JSON.stringify(rulesJsonSchema(), null, 2));
    return EXIT.ok;
  },
};
