import { OPERATION_TYPES, type Operation, type OperationType } from '../model/operation.ts';
import { parentPath, resolvePath } from '../util/path.ts';
import type { ClassifyContext } from './context.ts';

/** Of a skill, in the order of looking; `SKILL.md` says it between its `---` lines. */
const MANIFESTS = ['carapace.yaml', 'SKILL.md'];
const MAX_BYTES = 65_536;

/**
 * What a skill's manifest says that it does: `operations: [read_sensitive:finance, write_external]`, in one line or one
 * below the other. Believed as likely, not as sure; it takes nothing away from what is seen. Skills are looked for in
 * the folders of the settings, from the working directory upward and in the home directory.
 */
export function manifestOperations(skill: string, context: ClassifyContext): readonly Operation[] {
  // `plugin:skill` lies under its own name
  const name = skill.split(':').at(-1) ?? '';
  if (!/^\w[\w.-]*$/.test(name)) return [];
  for (const folder of skillFolders(context)) {
    for (const file of MANIFESTS) {
      const path = `${folder}/${name}/${file}`;
      const text = context.facts.readText(path, MAX_BYTES);
      if (text !== undefined) return operationsIn(text).map((one) => ({ ...one, why: `manifest \`${path}\`` }));
    }
  }
  return [];
}

function skillFolders({ classifier, cwd, facts }: ClassifyContext): readonly string[] {
  const above = [cwd];
  for (let at = cwd; at !== '/'; ) {
    at = parentPath(at);
    above.push(at);
  }
  const home = facts.home === undefined ? [] : [facts.home];
  const folders = classifier.skillsRoots.flatMap(({ written }) => {
    const root = written.replace(/\/\*\*$/, '');
    if (root.startsWith('~/')) return home.map((at) => resolvePath(at, root.slice(2)));
    const isAnywhere = root.startsWith('**/');
    const roots = isAnywhere ? [...above, ...home] : above;
    return roots.map((at) => resolvePath(at, isAnywhere ? root.slice(3) : root));
  });
  return [...new Set(folders)].filter((folder) => !/[*?[\]{}]/.test(folder));
}

function operationsIn(text: string): readonly Omit<Operation, 'why'>[] {
  const [, head = text] = /^---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const list = /^[ \t]*operations:[ \t]*(?:\[([^\]]*)\]|((?:\r?\n[ \t]*-[^\r\n]*)+))/m.exec(head);
  const words = (list?.[1] ?? list?.[2] ?? '').match(/[a-z_]+(?::[\w-]+)*/g) ?? [];
  return words.flatMap((word) => {
    const [type = '', ...categories] = word.split(':');
    if (!OPERATION_TYPES.includes(type as OperationType)) return [];
    const which = type === 'credential_access' ? { credential: 'a credential', anyCredential: true } : {};
    return [{ type: type as OperationType, categories, confidence: 0.7 as const, ...which }];
  });
}
