import { standIn } from './effects.ts';
import type { CodeAnalyzer } from './finding.ts';
import { valueOfWord } from './value.ts';

const MAX_LINES = 2_000;
const MAX_FOUND = 100;

/** The lines of a file that may lose data, each as its client would be given it by an option or as words. */
function losingLines(mayLose: RegExp, words: (line: string) => readonly string[], client: string): CodeAnalyzer {
  return (source, args) =>
    source
      .split('\n', MAX_LINES)
      .flatMap((text, at) =>
        mayLose.test(text)
          ? [{ ...standIn([client, ...args.map(valueOfWord), ...words(text.trim())], client), line: at + 1 }]
          : [],
      )
      .slice(0, MAX_FOUND);
}

/** mongosh: calls on a database or a collection. */
export const analyzeMongoFile = losingLines(
  /\b(?:dropDatabase|drop|deleteMany|remove|dropCollection|shutdownServer)\s*\(/,
  (line) => ['--eval', line],
  'mongosh',
);

/** redis-cli: a command on each line. */
export const analyzeRedisFile = losingLines(
  /^\s*(?:flush|del|unlink|shutdown|config|debug|script|swapdb|replicaof|slaveof)/i,
  (line) => line.split(/\s+/),
  'redis-cli',
);
