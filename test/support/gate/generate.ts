import type { Grammar } from '../../../src/grammar/grammar.ts';
import { grammarOf } from '../../../src/grammar/index.ts';
import { type OptionSpec, optionLines, optionSpec } from '../../../src/grammar/option-spec.ts';
import type { Condition, Pattern, Policy, Rule } from '../../../src/model/policy.ts';
import type { Random } from '../fuzz/random.ts';
import { codeWords } from './code.ts';
import type { GateCall } from './run-gates.ts';
import type { GateWorld } from './world.ts';

type Words = string[];

const COMMON = ['push', 'commit', 'add', 'log', 'status', 'rm', 'run', 'build', 'install', 'switch'];

/** Calls that come near to what rules are about: their own words in many spellings, with mistakes in them. */
export class CallGenerator {
  private readonly byProgram = new Map<string, readonly Rule[]>();
  private readonly rules: readonly Rule[];

  /** that the words of the call at hand need in front */
  private subcommand = '';
  private readonly random: Random;
  private readonly home: string;
  private readonly folders: readonly string[];

  constructor(policy: Policy, random: Random, { home, folders }: GateWorld) {
    this.rules = policy.modules.flatMap(({ rules }) => rules);
    this.random = random;
    this.home = home;
    this.folders = folders;
  }

  call(program: string): GateCall {
    const { random } = this;
    const rules = this.rulesOf(program);
    const words: Words = [];
    this.subcommand = '';
    if (rules.length > 0 && random.next() < 0.9) words.push(...this.near(random.pick(rules), program));
    // half of the calls are nothing but what the rule is about
    const isNoisy = random.next() < 0.5;
    for (let i = isNoisy ? random.below(3) : 0; i > 0; i--) {
      words.splice(random.below(words.length + 1), 0, this.anyWord(program));
    }
    if (program === 'sed' || program === 'awk') words.unshift(...codeWords(program, random));
    if (program === 'sh') words.unshift(...this.shellCode(words));
    if (random.next() < 0.25) words.push(...this.anyStart(program));
    if (this.subcommand !== '' || random.next() < 0.5) this.firstSubcommand(program, words);
    if (random.next() < 0.02) words.splice(0, words.length, random.pick(['--version', '--help', '-v', '-V', '-h']));
    if (random.next() < 0.02) words.unshift('--no-pager');
    const mutations = isNoisy ? random.pick([0, 1, 1, 2]) : 0;
    const bytes = mutations === 0 ? words.map((word) => Buffer.from(word)) : this.mutate(words, mutations);
    const usual = [this.folders[0] as string, this.folders[0] as string, this.home];
    const folder = random.next() < 0.6 ? random.pick(usual) : random.pick(this.folders);
    return { program, words: bytes, folder };
  }

  private rulesOf(program: string): readonly Rule[] {
    let rules = this.byProgram.get(program);
    if (rules === undefined) {
      const isAbout = ({ commands, tools }: Rule) => tools === undefined && (commands?.includes(program) ?? true);
      const own = this.rules.filter(isAbout);
      // half of the calls are about rules that name the program
      const named = own.filter(({ commands }) => commands !== undefined);
      rules = [...own, ...named, ...named];
      this.byProgram.set(program, rules);
    }
    return rules;
  }

  /** Words that a rule may be about. */
  private near({ when }: Rule, program: string): Words {
    return when.flatMap((condition) => this.forCondition(condition)).flatMap((word) => this.respell(word, program));
  }

  /** The same in other words: an alias of a subcommand, or a path behind an option that takes one. */
  private respell(word: string, program: string): Words {
    const { random } = this;
    const grammar = grammarOf(program);
    if (random.next() < 0.15) {
      for (const { aliases = {} } of [grammar, ...Object.values(grammar.subcommands ?? {})]) {
        const alias = Object.entries(aliases).find(([, full]) => full === word)?.[0];
        if (alias !== undefined) return [alias];
      }
    }
    if (grammar.anyOption && random.next() < 0.3) return [random.pick([`--out=${word}`, `-o=${word}`])];
    if (!word.includes('/') || random.next() < 0.7) return [word];
    const grammars = [['', grammar] as const, ...Object.entries(grammar.subcommands ?? {})];
    const choices = grammars
      .map(([name, own]) => ({ name, takers: pathTakers(own) }))
      .filter(({ takers }) => takers.length > 0);
    if (choices.length === 0) return [word];
    const { name: subcommand, takers } = random.pick(choices);
    this.subcommand = subcommand;
    const name = random.pick(random.pick(takers).names);
    const cut = name.startsWith('--') && random.next() < 0.3 ? name.slice(0, 5) : name;
    return random.pick([[name, word], [name.startsWith('--') ? `${cut}=${word}` : `${name}${word}`]]);
  }

  /** `-c` with words that a rule may be about, and others, most of them plain. */
  private shellCode(near: readonly string[]): Words {
    const { random } = this;
    const named = this.rules.flatMap(({ commands = [] }) => commands);
    const word = () =>
      random.pick([
        ...['tsc', 'tsc', 'eslint', 'exit', 'echo', 'test', 'cd', 'nice', 'npx', 'src/a.ts', '-p', '--fix', '0', 'a=b'],
        ...[
          '&&',
          '&&',
          '||',
          '|',
          ';',
          ';',
          'x;',
          '&',
          random.pick(named),
          this.anyPath(),
          random.pick([...near, 'x']),
        ],
      ]);
    const words = Array.from({ length: 1 + random.below(5) }, word);
    return [
      random.pick(['-c', '-c', '-c', '-c', '-ec', '-x', '']),
      words.join(random.pick([' ', ' ', ' ', '  ', '\n'])),
    ];
  }

  /** What makes a wrapper start something. */
  private anyStart(program: string): Words {
    // what a rule stops wherever it is found
    const code = 'rm -rf ~';
    const ways: Readonly<Record<string, readonly Words[]>> = {
      find: [
        ['-exec', 'git', 'push', '--force', ';'],
        ['-ok', 'git', 'push', '--force', ';'],
        ['-okdir', 'kill', '-9', '-1', ';'],
      ],
      git: [
        ['submodule', 'foreach', code],
        ['bisect', 'run', 'rm', 'x'],
        ['rebase', '-x', code],
        ['rebase', `-ix${code}`],
      ],
      cargo: [
        ['watch', '-s', code],
        ['watch', '--', 'rm', 'x'],
      ],
      gh: [
        ['codespace', 'ssh', code],
        ['cs', 'ssh', '-c', 'x', code],
        ['codespace ssh', code],
      ],
      kubectl: [
        ['exec', 'pod', '--', 'rm', 'x'],
        ['debug', 'pod', '--', 'rm', 'x'],
      ],
      gcloud: [
        ['compute', 'ssh', 'host', `--command=${code}`],
        ['compute', 'ssh', 'host', '--', code],
      ],
      sort: [['--compress-program', 'rm'], ['--compress-program=rm']],
      rg: [
        ['--pre', 'rm'],
        ['--pre=rm', 'x'],
      ],
      tar: [['--to-command', code], ['xfI', 'x.tar', code], ['-cI', code], ['--checkpoint-action=exec=rm -rf ~']],
      less: [['+!rm -rf ~'], ['++!rm -rf ~']],
      node: [['-e', "require('child_process').execSync('rm -rf ~')"]],
      python3: [
        ['-c', "import os; os.system('rm -rf ~')"],
        ['-m', 'timeit', "import os; os.system('rm -rf ~')"],
        ['-m', 'twine', 'upload', 'dist/x.whl'],
        ['-m', 'awscli', 's3', 'rb', 's3://x'],
      ],
      npm: [
        ['exec', 'rm', 'x'],
        ['x', 'rm'],
      ],
      docker: [
        ['run', 'image', 'rm', 'x'],
        ['container', 'exec', 'c', 'rm'],
        ['compose', 'run', 'web', 'rm', 'x'],
      ],
    };
    return this.random.pick(ways[program] ?? [[]]);
  }

  private forCondition(condition: Condition): Words {
    if (condition.op === 'all') return condition.of.flatMap((one) => this.forCondition(one));
    if (condition.op === 'any')
      return condition.of.length === 0 ? [] : this.forCondition(this.random.pick(condition.of));
    if (condition.op === 'is') return this.forLeaf(condition.type, condition.data as Record<string, unknown>);
    return this.random.next() < 0.2 ? this.forCondition(condition.of as Condition) : [];
  }

  private forLeaf(type: string, data: Record<string, unknown>): Words {
    switch (type) {
      case 'args':
        return this.forArgs(data);
      case 'path_matches':
        return this.some(data.patterns as readonly Pattern[]).map((one) => this.path(one.written));
      case 'path_outside':
      case 'path_within':
      case 'path_covers':
        return [this.anyPath()];
      case 'host_in':
      case 'host_outside':
        return [
          this.random.pick(['https://a.example/x', 'git@github.com:a/b', 'http:/b.example', 'c.example', 'https://x']),
        ];
      case 'command_matches':
        return this.sample((data.pattern as Pattern).written.replace(/\\[bsSdw]|[()^$|+?]/g, ' ')).split(/ +/);
      case 'command_contains':
        return this.random.pick([String(data.pattern).split(' '), [String(data.pattern).replaceAll("'", '')]]);
      case 'command_startswith':
        return String(data.prefix).split(' ').slice(1);
      case 'exact_command':
        return (data.argv as string[]).slice(1);
      default:
        return [];
    }
  }

  private forArgs(data: Record<string, unknown>): Words {
    const { random } = this;
    const words: Words = [];
    const list = (name: string) => (data[name] ?? []) as readonly unknown[];
    if (data.subcommands) words.push(...(random.pick(list('subcommands')) as string[]));
    for (const flag of this.some(list('anyFlag') as string[])) words.push(this.flag(flag));
    for (const flag of list('allFlags') as string[]) words.push(this.flag(flag));
    for (const name of ['operand', 'orOperand', 'afterDashes']) {
      if (name === 'afterDashes' && data.afterDashes) words.push('--');
      for (const { written } of this.some(list(name) as Pattern[])) words.push(this.sample(written));
    }
    for (const { name, value } of list('options') as { name: string; value: Pattern[] }[]) {
      const text = this.sample(random.pick(value).written);
      const glue = name.startsWith('--') ? '=' : '';
      words.push(...(random.next() < 0.5 ? [name, text] : [`${name}${glue}${text}`]));
    }
    for (let i = 0; i < Number(data.minOperands ?? 0); i++) words.push(this.anyPath());
    if (random.next() < 0.15) for (const flag of this.some(list('noFlag') as string[])) words.push(flag);
    return words;
  }

  private some<T>(choices: readonly T[]): readonly T[] {
    return choices.length === 0 ? [] : [this.random.pick(choices)];
  }

  /** One of the many ways to give a flag. */
  private flag(flag: string): string {
    const { random } = this;
    const letters = 'abcdfinqruvxFRX';
    const letter = () => letters.charAt(random.below(letters.length));
    if (!flag.startsWith('--') && flag.length === 2) {
      const cluster = random.pick([flag.charAt(1), `${letter()}${flag.charAt(1)}`, `${flag.charAt(1)}${letter()}`]);
      return `${flag.charAt(0)}${cluster}${random.pick(['', '', '', '=false', 'value'])}`;
    }
    const cut = random.next() < 0.4 ? flag.slice(0, 3 + random.below(flag.length)) : flag;
    const opposite = flag.startsWith('--no-') ? `--${flag.slice(5)}` : `--no-${flag.slice(2)}`;
    return random.pick([cut, cut, cut, `${cut}=x`, `${opposite}=false`, `-${flag}`, flag.replace(/^--/, '-')]);
  }

  /** A text that the glob may match. */
  private sample(glob: string): string {
    const { random } = this;
    const alternatives = glob.replace(/\{([^{}]*)\}/g, (_all, inner: string) => random.pick(inner.split(',')));
    return alternatives
      .replace(/\\(.)/g, '\0$1')
      .replace(/(?<!\0)\*+\/?/g, () => random.pick(['', 'x', 'src/', 'a b', '-']))
      .replace(/(?<!\0)\?/g, () => random.pick(['x', 'é']))
      .replace(/(?<!\0)\[[!^]?(.).*?\]/g, '$1')
      .replaceAll('\0', '');
  }

  private path(glob: string): string {
    const { random, home } = this;
    if (random.next() < 0.2) return this.sample(glob.replace(/^~?\//, ''));
    const path = this.sample(glob).replace(/^~/, () => random.pick([home, home, '~', '..', '../..', '.']));
    const spelling = random.pick(['', '', './', '../project/', 'src/../', `${home}/project/`, 'to-home/', 'src//']);
    if (path.startsWith('/')) return random.pick([path, path, `/${path}`, `/usr/..${path}`, path.slice(1)]);
    return spelling + path;
  }

  private anyPath(): string {
    const { home } = this;
    return this.random.pick([
      ...['.', './', '..', '/', '/etc', '/usr/lib/x', '/tmp/x', '~', home, `${home}/project`, `${home}/.ssh/id_rsa`],
      ...['src', 'src/a.ts', 'README.md', 'to-home', 'to-home/.bashrc', 'to-etc/passwd', 'src/to-ssh/id_rsa', 'notes'],
      ...[
        'nowhere',
        'plain',
        'src/self/self/a.ts',
        './src/../../x',
        '.git/hooks/pre-commit',
        '.git',
        '../project',
        '-f',
      ],
      ...['new.txt', 'build/out', '.env', 'we ird/x', '*', '*.ts', '', 'a=b', 'id_rsa', 'hooks/pre-commit', 'project'],
      ...['etc/passwd', 'u/.ssh/id_rsa', 'HEAD:src/a.ts', '--', '-', '+main', ':main', 'origin'],
    ]);
  }

  private anyWord(program: string): string {
    const { random } = this;
    const grammar = grammarOf(program);
    if (grammar.anyOption && random.next() < 0.4) return `--out=${this.anyPath()}`;
    if (random.next() < 0.6) return this.anyPath();
    const own = Object.entries(grammar.subcommands ?? {});
    const [subcommand, { options }] = own.length > 0 && random.next() < 0.7 ? random.pick(own) : ['', grammar];
    const lines = optionLines(options);
    this.subcommand ||= subcommand;
    if (lines.length === 0 || random.next() < 0.2) return random.pick(['-v', '--verbose', '-x', '-rf', '--force']);
    const { names, negations, kind } = optionSpec(random.pick(lines));
    const name = random.pick([...names, ...negations]);
    if (kind === undefined) return this.flag(name);
    const mark = kind === 'body' ? '@' : kind === 'form' ? random.pick(['f=@', 'f=<']) : '';
    return random.pick([name, `${name}=${mark}${this.anyPath()}`, `${name}${mark}${this.anyPath()}`]);
  }

  /** One that the words need, else a common one. */
  private firstSubcommand(program: string, words: Words): void {
    const names = Object.keys(grammarOf(program).subcommands ?? {});
    const common = names.filter((name) => COMMON.includes(name));
    if (names.length === 0 || names.includes(words[0] ?? '')) return;
    words.unshift(this.subcommand || this.random.pick([...common, this.random.pick(names)]));
  }

  private mutate(words: readonly string[], times: number): readonly Buffer[] {
    const { random } = this;
    let all: readonly Buffer[] = words.map((word) => Buffer.from(word));
    for (let i = 0; i < times; i++) {
      const at = random.below(all.length + 1);
      const word = all[at] ?? Buffer.alloc(0);
      const middle = random.below(word.length + 1);
      const [head, tail] = [word.subarray(0, middle), word.subarray(middle)];
      const between = (text: string) => [Buffer.concat([head, Buffer.from(text, 'latin1'), tail])];
      const instead = random.pick<() => readonly Buffer[]>([
        () => [head, tail], // split: what rules look for may span two words
        () => [word, Buffer.alloc(0)],
        () => between(' '),
        () => between('\n'),
        () => between('\t'),
        () => between("'"),
        () => between('\\'),
        () => between('"'),
        () => between('\xff'),
        () => between('\xc3\xa9'),
        () => between('='),
        () => [Buffer.concat([word, word])],
        () => [],
        () => [Buffer.from(word.toString('latin1').toUpperCase(), 'latin1')],
        () => [word, word],
      ])();
      all = [...all.slice(0, at), ...instead, ...all.slice(at + 1)];
    }
    return all;
  }
}

/** Options whose value is a path. */
function pathTakers({ options }: Grammar): readonly OptionSpec[] {
  return optionLines(options)
    .map((line) => optionSpec(line))
    .filter(({ kind }) => kind === 'path' || kind === 'send' || kind === 'write');
}
