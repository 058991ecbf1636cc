import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { statementsOf } from '../../src/shell/parse/in-parts.ts';
import { parseScript } from '../../src/shell/parse/parse.ts';
import '../support/seed.ts';
import { runs } from '../support/runs.ts';

const LINES = ['words', 'flow', 'doubts', 'mentions'].flatMap((name) => {
  const text = readFileSync(new URL(`../tables/shell/${name}.yaml`, import.meta.url), 'utf8');
  return (parse(text) as { line: string }[]).map(({ line }) => line);
});

/** What a part may end in, and what may be left open there. */
const PIECES = [
  ...['"', "'", '`', '\\', '\n', '$(', '$((', '${', '((', '[[ ', '(', ')', '{ ', '}', 'a=(', '@(', '<(', '#', ' &\n'],
  ...['<<E\n', 'E\n', '<<-"E" <<F; a\n', 'F\n', 'if a; then\n', 'else\n', 'fi\n', 'for x in a\ndo\n', 'done\n'],
  ...['case x in\n', 'a) b;;\n', 'esac\n', 'f() {\n', '&&\n', '|\n', '\\\n', ';;', '&\\\n&', 'exit\n', 'a b\n'],
];

const script = fc
  .array(fc.oneof(fc.constantFrom(...LINES), fc.constantFrom(...PIECES), fc.constant('\n')), { maxLength: 40 })
  .map((pieces) => pieces.join('\n').replaceAll('\n\n', '\n'));

it('finds the statements of a text that is parsed in parts where the whole has them', () => {
  fc.assert(
    fc.property(script, fc.constantFrom(8, 30, 100), (text, first) => {
      expect(JSON.stringify([...statementsOf(text, first)])).toBe(JSON.stringify(parseScript(text).commands));
    }),
    { numRuns: runs(500), endOnFailure: true },
  );
});

it('reads what it is asked for, and each of it once', () => {
  const statements = statementsOf('a\n'.repeat(100), 10);
  const [first] = statements;
  expect([...statements][0]).toBe(first);
  expect([...statements]).toHaveLength(100);
});
