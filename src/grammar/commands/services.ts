// biome-ignore-all lint/complexity/noExcessiveLinesPerFunction: a table, built when first asked for
import { commandTree } from '../command-tree.ts';
import { family } from '../family.ts';
import type { Grammar } from '../grammar.ts';

function featureFlags(): Readonly<Record<string, Grammar>> {
  return {
    ldcli: commandTree({
      source: 'ldcli 1.14, https://docs.launchdarkly.com/home/getting-started/ldcli-commands',
      options: `
        --access-token =text, --base-uri =text, -o --output =text, --analytics-opt-out, --flag =text, --project =text, --environment =text
        -d --data =text, --semantic-patch, -h --help
      `,
      commands: `
        flags list, flags get, flags create, flags update, flags archive, flags delete, flags toggle-on, flags toggle-off
        environments list, environments get, environments delete, projects list, projects get, projects delete, members list
        segments list, segments delete
      `,
    }),
  };
}

/** Clients of services: what each is for is in rules/services. */
export const SERVICES = family('ldcli', featureFlags);
