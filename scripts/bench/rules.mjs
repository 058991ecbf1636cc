/** Other programs that made-up rules are spread over: one for ten rules. */
const RULES_PER_PROGRAM = 10;

const RULE = (program) => `version: 1
rules:
  - name: rule
    description: A made-up rule
    commands: [${program}]
    conditions:
      - args: { subcommand: push, any_flag: [-f, --force], or_operand: "+*" }
    action: require_approval
    severity: high
    message: "Force push from {git.branch} overwrites remote work."
`;

/** A policy with so many rules for `git`, and others up to `total`. Rules differ in name and program alone. */
export function madeUpPolicy({ loadRules }, { git, total }) {
  const { policy } = loadRules([{ file: '/made-up.yaml', text: RULE('git'), tier: 'user', module: 'made-up' }]);
  const [module] = policy.modules;
  const [rule] = module.rules;
  const rules = Array.from({ length: total }, (_, at) => {
    const program = at < git ? 'git' : `tool-${Math.floor(at / RULES_PER_PROGRAM)}`;
    return { ...rule, id: `made-up/rule-${at}`, name: `rule-${at}`, commands: [program] };
  });
  return { modules: [{ ...module, rules }] };
}
