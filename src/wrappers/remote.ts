import type { Grammar } from '../grammar/grammar.ts';
import { levelBelow } from '../grammar/level.ts';
import { type Word, wordValue } from '../model/word.ts';
import { joinedCode, shellCode, startOf } from './peeled.ts';
import { afterDashes } from './prefix.ts';
import { flags, longs, optionValue, optionValues, readAll, readOptions } from './reading.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

const ELSEWHERE: Effects = { elsewhere: 'another machine' };

/** `pdsh -w hosts words`: the words behind the options are joined for a shell on every host. */
interface ManyHosts {
  readonly names: readonly string[];
  readonly options: readonly string[];
  /** operands before the words */
  readonly skip?: number;
  readonly source: string;
}

const MANY_HOSTS: readonly ManyHosts[] = [
  {
    names: ['pdsh', 'dsh'],
    options: [...flags('wxlfutgRNXSomM', '=text'), ...flags('abdhqvAiLcV')],
    source: 'pdsh(1) 2.34',
  },
  {
    names: ['pssh', 'parallel-ssh'],
    options: [...flags('hHlpoetOxXg', '=text'), ...flags('viIAsP'), ...longs('hosts host user par timeout', '=text')],
    source: 'pssh(1) 2.3',
  },
  {
    names: ['clush'],
    options: [...flags('wxgXlofutFmO', '=text'), ...flags('abBdhLnNqSv'), ...longs('hostfile pick', '=text')],
    source: 'clush(1) 1.8',
  },
  {
    names: ['et'],
    options: [...flags('xkN'), ...flags('tpur', '=text'), '-c --command =code'],
    skip: 1,
    source: 'et --help 6',
  },
];

function manyHostsFamily({ names, options, skip = 0, source }: ManyHosts): WrapperFamily {
  const grammar: Grammar = { options, optionsFirst: true, anyOption: true, source };
  return {
    names,
    peel: ({ argv }) => {
      const { operands } = readOptions(grammar, argv);
      const late = readAll({ options, anyOption: true }, argv);
      const codes = optionValues(late, '--command').map((code) => shellCode(code, ELSEWHERE, 'unknown'));
      return codes.length > 0 ? codes : joinedCode(operands.slice(skip), ELSEWHERE, 'unknown');
    },
  };
}

const ANSIBLE: Grammar = {
  options: [
    '-m --module-name =text',
    '-a --args =text',
    '-i --inventory =text',
    ...flags('efluctBPM', '=text'),
    ...flags('bkKDCvo'),
    ...longs('extra-vars limit user become-user become-method forks connection timeout poll background', '=text'),
  ],
  anyOption: true,
  source: 'ansible(1) 2.14',
};
const RUNS_CODE = /^(?:ansible\.(?:builtin|legacy)\.)?(?:command|shell|raw)$/;

/** `ansible pattern -m shell -a code`; without -m the arguments are a command. */
const ANSIBLE_FAMILY: WrapperFamily = {
  names: ['ansible'],
  peel: ({ argv }) => {
    const reading = readAll(ANSIBLE, argv);
    const code = optionValue(reading, '-a');
    if (code === undefined || !RUNS_CODE.test(wordValue(optionValue(reading, '-m')) ?? 'command')) return [];
    const isHere = /^(localhost|127\.0\.0\.1)$/.test(wordValue(reading.operands[0]) ?? '');
    return [shellCode(code, isHere ? undefined : ELSEWHERE, 'unknown')];
  },
};

const SALT: Grammar = { options: [...flags('tbCELGNRSIPc', '=text'), ...flags('vs')], anyOption: true };

/** `salt target cmd.run code`, `salt-call --local cmd.run code`. */
const SALT_FAMILY: WrapperFamily = {
  names: ['salt', 'salt-call', 'salt-ssh'],
  peel: ({ argv }) => {
    const { operands } = readAll(SALT, argv);
    const at = operands.findIndex((word) => /^cmd\.(run|run_all|run_bg|shell|exec_code)$/.test(wordValue(word) ?? ''));
    const code = at < 0 ? undefined : operands[at + 1];
    const isHere = wordValue(argv[0])?.endsWith('salt-call') === true;
    return code === undefined ? [] : [shellCode(code, isHere ? undefined : ELSEWHERE, 'unknown')];
  },
};

/** Platforms and clusters: a path of subcommands, then options, then words for a shell or an argv elsewhere. */
interface Platform {
  readonly names: readonly string[];
  /** the subcommands, joined by blanks */
  readonly path: RegExp;
  /** operands between the path and the command */
  readonly skip?: number;
  readonly options?: readonly string[];
  /** options whose value is shell code */
  readonly code?: readonly string[];
  readonly source: string;
}

const PLATFORMS: readonly Platform[] = [
  {
    names: ['fly', 'flyctl'],
    path: /^(ssh console|machine exec|console)\b ?/,
    options: ['-C --command =code', '-a --app =text', ...flags('cosru', '=text')],
    code: ['-C'],
    skip: 1,
    source: 'fly ssh console --help, online',
  },
  {
    names: ['heroku'],
    path: /^(run|run:detached|ps:exec)\b ?/,
    options: ['-a --app =text', '-r --remote =text', '-s --size =text', '-e --env =text', '-x --exit-code', '--no-tty'],
    source: 'heroku run --help, online',
  },
  {
    names: ['cf'],
    path: /^ssh\b ?/,
    options: ['-c --command =code', ...flags('iLp', '=text')],
    code: ['-c'],
    skip: 1,
    source: 'cf ssh --help, online',
  },
  {
    names: ['eb'],
    path: /^ssh\b ?/,
    options: ['-c --command =code', ...flags('nep', '=text')],
    code: ['-c'],
    skip: 1,
    source: 'eb ssh --help, online',
  },
  { names: ['dokku'], path: /^(run|enter)\b ?/, skip: 1, source: 'dokku run:help, online' },
  {
    names: ['kamal'],
    path: /^(app|accessory|server) exec\b ?/,
    options: flags('dhr', '=text'),
    source: 'kamal help, online',
  },
  {
    names: ['nomad'],
    path: /^(alloc )?exec\b ?/,
    options: ['-task =text', '-job', '-e =text', '-i', '-t', '-group =text', '-namespace =text'],
    skip: 1,
    source: 'nomad alloc exec --help, online',
  },
  {
    names: ['crictl'],
    path: /^exec\b ?/,
    options: ['-i', '-t', '-s', '-r =text', '--timeout =text'],
    skip: 1,
    source: 'crictl exec --help, online',
  },
  {
    names: ['ctr'],
    path: /^(tasks?|t) exec\b ?/,
    options: ['--exec-id =text', '--cwd =text', '--user =text', '-t'],
    skip: 1,
    source: 'ctr task exec --help, online',
  },
  { names: ['minikube'], path: /^ssh\b ?/, options: ['-n =text'], source: 'minikube ssh --help, online' },
  {
    names: ['docker-machine', 'tailscale', 'tsh'],
    path: /^ssh\b ?/,
    options: ['-p =text', '-l =text'],
    skip: 1,
    source: 'their ssh --help, online',
  },
  {
    names: ['gh'],
    path: /^(codespace|cs) ssh\b ?/,
    options: ['-c --codespace =text', '--server-port =text', '--profile =text'],
    source: 'gh codespace ssh --help 2',
  },
  {
    names: ['apptainer', 'singularity'],
    path: /^exec\b ?/,
    options: [...flags('BHSWcCeip', ''), ...longs('bind home env pwd', '=text')],
    skip: 1,
    source: 'apptainer exec --help, online',
  },
  {
    names: ['buildah'],
    path: /^run\b ?/,
    options: ['-v --volume =text', '--user =text', '-t'],
    skip: 1,
    source: 'buildah-run(1)',
  },
];

function platformFamily({ names, path, skip = 0, options = [], code = [], source }: Platform): WrapperFamily {
  const grammar: Grammar = {
    options,
    optionsFirst: true,
    anyOption: true,
    singleDash: names.includes('nomad'),
    source,
  };
  return {
    names,
    peel: ({ argv }) => {
      const { operands, level: root } = readOptions(grammar, argv);
      const taken = subcommands(operands, path);
      if (taken === 0) return [];
      const words = operands.slice(taken - 1); // readOptions skips the first, as it does a program's name
      const level = operands.slice(0, taken).reduce(levelBelow, root);
      const late = readAll({ options, anyOption: true }, words, level);
      const codes = optionValues(late, ...code).map((one) => shellCode(one, ELSEWHERE, 'unknown'));
      if (codes.length > 0) return codes;
      const dashed = afterDashes(words);
      return joinedOrStarted(dashed ?? readOptions(grammar, words, level).operands.slice(skip));
    },
  };
}

/** How many operands the path takes up; 0 = it is another one. */
function subcommands(operands: readonly Word[], path: RegExp): number {
  const names = operands.slice(0, 3).map((word) => wordValue(word) ?? '-');
  const found = path.exec(names.join(' '))?.[0].trim();
  return found === undefined || found === '' ? 0 : found.split(' ').length;
}

/** One word alone, or with blanks in it, is a line for a shell. */
function joinedOrStarted(words: readonly Word[]): readonly Peeled[] {
  const isLine = words.length === 1 || / /.test(wordValue(words[0]) ?? '');
  return isLine ? joinedCode(words.slice(0, 1), ELSEWHERE, 'unknown') : startOf(words, ELSEWHERE);
}

/** `fab -H hosts -- words`; without dashes the words are tasks. */
const FABRIC_FAMILY: WrapperFamily = {
  names: ['fab'],
  peel: ({ argv }) => joinedCode(afterDashes(argv) ?? [], ELSEWHERE, 'unknown'),
};

/** Programs that run commands on other machines and are no ssh. */
export const REMOTE_FAMILIES: readonly WrapperFamily[] = [
  FABRIC_FAMILY,
  ANSIBLE_FAMILY,
  SALT_FAMILY,
  ...MANY_HOSTS.map(manyHostsFamily),
  ...PLATFORMS.map(platformFamily),
];
