import type { Json, JsonObject } from '../model/request.ts';
import { type Tri, triAny } from '../model/tri.ts';
import { defineCondition, type Lowering } from './condition.ts';
import { type Spelling, type TextTest, testSays, testText, textsOf } from './value.ts';

export interface InputData {
  /** one name for each level */
  readonly field: readonly string[];
  /** one that passes is enough; none: nothing passes */
  readonly tests: readonly TextTest[];
  readonly spelling: Spelling;
}

/** The value at the end of the path; a scalar on the way, or a name that is not its object's own, is nothing. */
function valueAt(input: JsonObject | undefined, field: readonly string[]): Json | undefined {
  let value: Json | undefined = input;
  for (const name of field) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as JsonObject)[name];
  }
  return value;
}

function evaluateInput({ field, tests, spelling }: InputData, input: JsonObject | undefined): Tri {
  const texts = textsOf(valueAt(input, field), spelling);
  if (texts === undefined) return 'no';
  return triAny(tests, (test) => testText(test, texts));
}

type OneOrMore = string | string[] | undefined;

interface Args {
  field: string;
  equals?: OneOrMore;
  contains?: OneOrMore;
  matches?: OneOrMore;
  glob?: OneOrMore;
  micromatch?: OneOrMore;
  as?: Exclude<Spelling, 'plain'> | undefined;
}

function lower({ field, equals, contains, matches, glob, micromatch, as }: Args, lowering: Lowering): InputData {
  const each = <T>(written: OneOrMore, read: (one: string) => T): readonly T[] =>
    written === undefined ? [] : [written].flat().map(read);
  return {
    field: field.split('.'),
    spelling: as ?? 'plain',
    tests: [
      ...each(equals, (text): TextTest => ({ is: 'equals', text })),
      ...each(contains, (text): TextTest => ({ is: 'contains', text })),
      ...each(matches, (written): TextTest => ({ is: 'matches', pattern: lowering.regex(written) })),
      ...each(glob, (written): TextTest => ({ is: 'matches', pattern: lowering.glob(written, 'path') })),
      ...each(
        micromatch,
        (written): TextTest => ({
          is: 'micromatch',
          pattern: lowering.glob(written, 'micromatch'),
        }),
      ),
    ],
  };
}

export const input = defineCondition<Args, InputData>({
  type: 'input',
  summary:
    "A field of a tool call's input, by its text: one test that passes is enough. A field that is missing or null passes none. " +
    'A rule with it is about tool calls, not about commands.',
  schema: (z) => {
    const tests = (what: string) =>
      z
        .union([z.string(), z.array(z.string()).min(1)])
        .optional()
        .describe(what);
    return z
      .strictObject({
        field: z.string().min(1).describe('name of the field; dots lead into nested objects: `options.env`'),
        equals: tests('the whole text'),
        contains: tests('part of the text'),
        matches: tests('regular expression, searched in the text'),
        glob: tests('path glob over the whole text; dot files count'),
        micromatch: tests('glob as the library of that name reads it: dot files do not count'),
        as: z
          .enum(['javascript', 'python'])
          .optional()
          .describe('how a value that is no text is spelt; default as JSON'),
      })
      .refine(
        ({ equals, contains, matches, glob, micromatch }) =>
          (equals ?? contains ?? matches ?? glob ?? micromatch) !== undefined,
        'at least one of equals, contains, matches, glob, micromatch',
      );
  },
  lower,
  evaluate: (data, { call }) => evaluateInput(data, call?.input),
  says: ({ field, tests }) =>
    `input \`${field.join('.')}\` ${tests.map(testSays).join(' or ') || 'passes a test, of which there is none'}`,
  explain: ({ field, spelling }, { call }) => {
    const texts = textsOf(valueAt(call?.input, field), spelling);
    return `field \`${field.join('.')}\` ${texts === undefined ? 'is not given' : `is \`${texts[0]}\``}`;
  },
  ofLine: true,
  ofCall: true,
});
