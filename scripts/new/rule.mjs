import { existsSync } from 'node:fs';

export const usage = 'PACK/NAME, a file of rules/ and the name in it: system/clock';
export const pattern = /^[a-z][a-z\d]*(-[a-z\d]+)*\/[a-z][a-z\d]*(-[a-z\d]+)*$/;

export function steps(id) {
  const [pack, name] = id.split('/');
  const add = (before = head(pack)) =>
    before.includes(`  - name: ${name}\n`) ? undefined : `${before.trimEnd()}\n\n${rule(name)}`;
  return [[fileOf(pack), add]];
}

export const left = (id) => [
  `${fileOf(id.split('/')[0])}: the commands, the conditions (docs/conditions.md), what people and agents are told`,
  'examples: what it stops, and near twins that it lets pass; they are run when the file is loaded',
  'npx vitest run test/unit/policy test/cases.test.ts: its `help` may suggest only what the rules let pass',
];

/** Packs about services have a folder of their own; a new pack is one. */
function fileOf(pack) {
  const usual = `rules/${pack}.yaml`;
  return existsSync(usual) ? usual : `rules/services/${pack}.yaml`;
}

const head = (pack) => `# yaml-language-server: $schema=../../docs/schema/rules.schema.json
version: 1
description: What ${pack} can lose.
rules:
`;

const rule = (name) => `  - name: ${name}
    description: Deletes every record of the example tool
    commands: [example-tool]
    conditions:
      - args: { operand: purge, any_flag: [--all] }
    action: require_approval
    message: All records would be deleted, and none of them is kept elsewhere.
    help: "Look at them first: \`example-tool list\`."
    source: https://example.com/docs/cli/purge
    severity: medium
    tests:
      match:
        - example-tool purge --all
        - example-tool --verbose purge --all
      no_match:
        - example-tool purge one
        - example-tool list --all
`;
