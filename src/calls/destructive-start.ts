import type { Action, ToolCall } from '../model/request.ts';
import { wordsOf } from '../util/name-words.ts';

/** Words of a tool's name that say that something is gone afterwards. */
const DESTROYS =
  /^(delete|deletes|drop|drops|destroy|destroys|purge|wipe|erase|obliterate|nuke|deprovision|decommission)$/;
/** These say it of some things alone: a text is truncated, too. */
const DESTROYS_SOME: readonly (readonly [RegExp, RegExp])[] = [
  [/^truncate$/, /^(tables?|databases?|collections?|topics?|index|indexes)$/],
  [/^terminate$/, /^(instances?|clusters?|servers?|vms?|machines?|environments?)$/],
  [
    /^(remove|reset)$/,
    /^(databases?|tables?|buckets?|clusters?|projects?|repository|repositories|branch|branches|volumes?|users?|accounts?)$/,
  ],
];
/** In front they only look, plan or ask. */
const READS_ONLY =
  /^(get|list|show|describe|find|search|read|check|count|preview|plan|validate|estimate|explain|is|can|was|view|query|fetch|simulate|undo|restore|recover|cancel|confirm|log)$/;
/** What is gone with them is made anew in a moment, or was the agent's own bookkeeping; files are judged by their paths. */
const SMALL =
  /^(drafts?|reactions?|todos?|breakpoints?|cache|caches|cached|tabs?|selection|highlights?|markers?|bookmarks?|cron|team|drag|dropdown|browser|cookies?|observations?|relations?|entity|entities|memory|memories|lines?|cells?|worktree|char|chars|character|text)$/;

/** Judged by the paths that the call names, where it names any. */
const FILES = /^(files?|directory|directories|folders?|paths?)$/;

/** The name under which rules know a call that destroys; nothing of that name is started. */
const DESTRUCTIVE_CALL = 'destructive-tool-call';

/**
 * A tool whose name says that it destroys (`mcp__cloud__delete_project`), or of which its server says so. As a start, for a
 * rule about tool calls in the packs would take every shell line of an agent to Node.
 */
export function destructiveStart({ tool, line, isDestructive }: ToolCall, namesPaths: boolean): readonly Action[] {
  const words = wordsOf(tool.replace(/^mcp__/, ''));
  const isFileTool = namesPaths && (words.length === 1 || words.some((word) => FILES.test(word)));
  // what is known of a call by its line or its paths says more than a hint that holds for all calls of the tool
  const isHinted = isDestructive === true && line === undefined && !namesPaths;
  const destroys = isHinted || (!isFileTool && nameDestroys(words));
  return destroys ? [{ kind: 'argv', argv: [DESTRUCTIVE_CALL, tool] }] : [];
}

function nameDestroys(words: readonly string[]): boolean {
  const verb = words.findIndex((word) => DESTROYS.test(word));
  const some = DESTROYS_SOME.some(
    ([verbs, things]) => words.some((word) => verbs.test(word)) && words.some((word) => things.test(word)),
  );
  if (verb < 0 && !some) return false;
  const before = verb < 0 ? words : words.slice(0, verb);
  return !before.some((word) => READS_ONLY.test(word)) && !words.some((word) => SMALL.test(word));
}
