import type { Rule } from '../model/policy.ts';
import { printYaml } from '../rules/print-yaml.ts';
import { readIfThere } from '../store/atomic-file.ts';
import { withListItems } from '../util/yaml-list.ts';
import { readSources } from './read-rules.ts';
import { ownFile, type PolicyContext, policySources, withOwnFile } from './sources.ts';

export interface Narrowing {
  readonly file: string;
  /** what has to be added to it */
  readonly yaml: string;
}

export interface Narrower {
  /** undefined = the rule is not in force */
  find(rule: string): Rule | undefined;
  /** undefined = the rule holds for agents alone already, or may not be overridden */
  forAgentsAlone(rule: Rule): Narrowing | undefined;
}

/** Finds what would have a rule ask people less, and tries it with all rule files as they are. Writes nothing, never throws. */
export function createNarrower(context: PolicyContext): Narrower {
  const sources = policySources(context);
  const { policy } = readSources(sources);
  return {
    find: (id) => policy.modules.flatMap(({ rules }) => rules).find((rule) => rule.id === id),
    forAgentsAlone({ id, overridable, actor }) {
      if (!overridable || id.startsWith('self/') || actor !== undefined) return undefined;
      const file = ownFile(sources);
      const items = [printYaml({ name: id, context: 'ai_only' }).trimEnd()];
      const text = withListItems(readIfThere(file) ?? 'version: 1\n', 'overrides', items);
      if (text === undefined) return undefined;
      const after = readSources(withOwnFile(sources, file), { instead: new Map([[file, text]]) });
      if (after.problems.some(({ level }) => level === 'error')) return undefined;
      return { file, yaml: withListItems('', 'overrides', items) ?? '' };
    },
  };
}
