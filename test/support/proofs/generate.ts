import type { Grammar, ValueKind } from '../../../src/grammar/grammar.ts';
import { grammarOf, knownPrograms } from '../../../src/grammar/index.ts';
import { operandKind } from '../../../src/grammar/operand-kinds.ts';
import { optionLines, optionSpec } from '../../../src/grammar/option-spec.ts';
import type { ProofLevel } from '../../../src/model/proof.ts';
import { Random } from '../fuzz/random.ts';
import { CHANGERS, FILTERS, IDIOMS, pathWord, READERS, sharpWord, textWord } from './vocabulary.ts';

/** Does some call of it only read, by the tables? */
function mayRead({ effects = [], subcommands = {} }: Grammar): boolean {
  const found: readonly string[] = typeof effects === 'string' ? [effects] : effects.map(({ does }) => does);
  return found.some((one) => ['reads', 'prints', 'starts'].includes(one)) || Object.values(subcommands).some(mayRead);
}

/** Makes command lines out of the grammar tables, of starts that real sessions have, and of all that a shell puts around them. */
export class LineGenerator {
  readonly #random: Random;
  readonly #programs = knownPrograms();
  readonly #readers = knownPrograms().filter((program) => mayRead(grammarOf(program)));

  readonly #level: ProofLevel;

  constructor(seed: number, level: ProofLevel) {
    this.#random = new Random(seed);
    this.#level = level;
  }

  /** The next of these lines. */
  line(): string {
    return this.#list(2);
  }

  /** Says yes once in so many times. */
  #once(of: number): boolean {
    return this.#random.below(of) === 0;
  }

  #list(depth: number): string {
    const count = this.#random.pick([1, 1, 1, 2, 2, 3]);
    let list = this.#once(4)
      ? `cd ${this.#random.pick(['src', '/home/u/app', 'docs', 'src/lib', '..', '/tmp', '~', '"$PWD"', '-'])} && `
      : '';
    for (let at = 0; at < count; at++) {
      if (at > 0) list += this.#random.pick([' && ', '; ', ' || ', ' && ', '\n', ' & ']);
      list += this.#command(depth);
    }
    return list;
  }

  #command(depth: number): string {
    if (depth > 0 && this.#once(9)) return this.#compound(depth - 1);
    let pipe = this.#start(depth);
    for (let more = this.#random.pick([0, 0, 0, 1, 1, 2]); more > 0; more--) {
      pipe += `${this.#random.pick([' | ', ' | ', ' | ', ' |& '])}${this.#random.pick(FILTERS)(this.#random)}`;
    }
    return this.#once(8) ? `${pipe} || ${this.#random.pick(['true', 'echo none', ':'])}` : pipe;
  }

  #compound(depth: number): string {
    const body = this.#list(depth);
    return this.#random.pick([
      `for f in ${pathWord(this.#random)} ${pathWord(this.#random)}; do ${this.#random.pick(['cat', 'head -3', 'wc -l', 'ls -l', 'sed -n 1p'])} "$f"; ${body}; done`,
      `if ${this.#start(0)}; then ${body}; else ${this.#start(0)}; fi`,
      `( ${body} )`,
      `{ ${body}; }`,
      `while false; do ${body}; done`,
      `case ${textWord(this.#random)} in a) ${body};; *) ${this.#start(0)};; esac`,
      `f() { ${body}; }; f`,
      `x=$(${body}); echo "$x"`,
      `echo $(${body})`,
      `cat <(${body})`,
      `bash -c '${body.replaceAll("'", '"')}'`,
      `for i in 1 2 3; do ${body}; done`,
      `! ${this.#start(0)}`,
      `cat <<'EOF'\n${textWord(this.#random)}\nEOF`,
      `cat <<EOF\n${textWord(this.#random)} $(${this.#start(0)})\nEOF`,
    ]);
  }

  /** One program start, with what may stand before and behind it. */
  #start(depth: number): string {
    const start = this.#once(3) ? this.#fromGrammar() : this.#random.pick(IDIOMS)(this.#random);
    return `${this.#before(depth)}${start}${this.#behind()}`;
  }

  #before(depth: number): string {
    if (!this.#once(9)) return '';
    const wrappers = [
      'timeout 5 ',
      'nice ',
      'command ',
      'time ',
      'env ',
      'builtin ',
      'nohup ',
      'stdbuf -oL ',
      'sudo ',
      'exec ',
    ];
    const settings = [
      'LC_ALL=C ',
      'X=1 ',
      'GIT_PAGER=cat ',
      'PAGER=cat ',
      'env LANG=C ',
      'GIT_EXTERNAL_DIFF=touch ',
      'PATH=. ',
      'HOME=/tmp ',
    ];
    return this.#random.pick([...wrappers, ...settings, ...(depth > 0 ? ['\\', 'xargs ', '/usr/bin/'] : [])]);
  }

  #behind(): string {
    if (!this.#once(3)) return '';
    if (this.#once(this.#level === 'project' ? 2 : 12))
      return this.#random.pick([
        ' > /tmp/out',
        ' >> out.txt',
        ` > ${pathWord(this.#random)}`,
        ' 2> err.txt',
        ' &> /tmp/out',
        ' > "$OUT"',
        ' >&2 > x',
      ]);
    return this.#random.pick([
      ' 2>/dev/null',
      ' 2>&1',
      ' >/dev/null',
      ' >/dev/null 2>&1',
      ' < README.md',
      " <<< 'foo'",
      ' &>/dev/null',
      ' 2>&-',
    ]);
  }

  #fromGrammar(): string {
    const changers = this.#level === 'project' ? [CHANGERS, CHANGERS, CHANGERS] : [];
    const programs = this.#random.pick([this.#readers, this.#readers, READERS, READERS, this.#programs, ...changers]);
    const program = this.#random.pick(programs);
    return [program, ...this.#words(grammarOf(program), 2)].join(' ');
  }

  /** Options, a subcommand and operands, each as the table has it, and now and then as it has not. */
  #words(grammar: Grammar, depth: number): readonly string[] {
    const words: string[] = [];
    const lines = optionLines(grammar.options);
    const count = lines.length === 0 ? 0 : this.#random.pick([0, 1, 1, 2, 3]);
    const all = Object.entries(grammar.subcommands ?? {});
    const reading = all.filter(([, one]) => mayRead(one));
    const names = (this.#once(4) || reading.length === 0 ? all : reading).map(([name]) => name);
    const isGroup = names.length > 0 && depth > 0;
    for (let at = 0; at < (isGroup && !this.#once(4) ? 0 : count); at++)
      words.push(...this.#option(this.#random.pick(lines)));
    if (isGroup) {
      const name = this.#random.pick(names);
      return [...words, name, ...this.#words(grammar.subcommands?.[name] ?? {}, depth - 1)];
    }
    if (this.#once(40)) words.push(sharpWord(this.#random));
    const total = this.#random.pick([0, 1, 1, 1, 2, 3]);
    const operands = grammar.operands ?? 'path*';
    for (let at = 0; at < total; at++) words.push(this.#value(operandKind(operands, at, total)));
    if (this.#once(15)) words.splice(this.#random.below(words.length + 1), 0, '--');
    return words;
  }

  #option(line: string): readonly string[] {
    const { names, negations, value, count, kind = 'text', kinds } = optionSpec(line);
    const name = this.#random.pick([...names, ...negations]);
    if (value === 'none') return [name];
    const given = Array.from({ length: Math.max(count, 1) }, (_, at) => this.#value(kinds?.[at] ?? kind));
    if (value === 'command') return [name, this.#random.pick(['echo', 'cat', 'touch', 'rm']), '{}', "';'"];
    if (value === 'optional' && this.#once(2)) return [name];
    if (value === 'optional' || (count <= 1 && this.#once(3)))
      return [`${name}${name.startsWith('--') ? '=' : ''}${given[0]}`];
    return [name, ...given];
  }

  #value(kind: ValueKind): string {
    if (kind === 'text' || kind === 'names') return textWord(this.#random);
    if (kind === 'code' || kind === 'command') return this.#once(4) ? sharpWord(this.#random) : textWord(this.#random);
    return this.#once(6) ? textWord(this.#random) : pathWord(this.#random);
  }
}
