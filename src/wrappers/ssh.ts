import type { Grammar } from '../grammar/grammar.ts';
import { DEFAULT_GRAMMAR } from '../grammar/index.ts';
import type { Word } from '../model/word.ts';
import { knownWord, wordValue } from '../model/word.ts';
import { codeFile, joinedCode, SHELL_CODE, shellCode, splitBlanks, startOf } from './peeled.ts';
import { prefixFamily } from './prefix.ts';
import { flags, has, longs, optionValue, optionValues, type Reading, readAll, readOptions } from './reading.ts';
import { leadingText, trailingText, unknownWord } from './words.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

const SSH: Grammar = {
  options: [...flags('46AaCfGgKkMNnqsTtVvXxYy'), ...flags('BbcDEeFIiJLlmOopQRSWw', '=text')],
  optionsFirst: true,
  abbreviations: false,
  source: 'ssh(1) OpenSSH 9.2',
};

/** Options of ssh_config that run a command on this machine. */
const LOCAL_COMMAND = /^(proxycommand|localcommand|knownhostscommand)$/;

/** `-o ProxyCommand=..` runs here, not there. */
function localCommands(reading: Reading): readonly Peeled[] {
  return optionValues(reading, '-o').flatMap((word) => {
    const [, key = '', rest = ''] = /^\s*(\w+)(?:\s*=\s*|\s+)(.*)$/s.exec(leadingText(word)) ?? [];
    if (!LOCAL_COMMAND.test(key.toLowerCase()) || rest === 'none') return [];
    if (word.kind === 'known') return [shellCode(knownWord(rest))];
    return [shellCode(unknownWord({ prefix: rest, suffix: trailingText(word), reason: 'variable' }))];
  });
}

/** The configuration that `-F` names; the person's own is theirs. */
function configFile(reading: Reading): readonly Peeled[] {
  const path = optionValue(reading, '-F');
  return path === undefined || wordValue(path) === 'none' ? [] : [codeFile('ssh-config', path)];
}

/** Options go on behind the host; what follows them is joined for the remote shell. */
function peelSsh(argv: readonly Word[]): readonly Peeled[] {
  const before = readOptions(SSH, argv);
  const [host, ...words] = before.operands;
  if (host === undefined) return [...localCommands(before), ...configFile(before), ...before.doubts];
  const after = readOptions(SSH, [argv[0] as Word, ...words]);
  const effects: Effects = { elsewhere: `ssh ${host.text}` };
  const quiet = has(before, '-N', '-G', '-V', '-Q', '-O', '-W') || has(after, '-N', '-G', '-W');
  const remote: readonly Peeled[] =
    after.operands.length > 0
      ? joinedCode(after.operands, effects, 'unknown')
      : quiet
        ? []
        : [{ kind: 'stdin-code', language: SHELL_CODE, shell: 'unknown', effects }];
  const local = [before, after].flatMap((reading) => [...localCommands(reading), ...configFile(reading)]);
  return [...local, ...remote, ...before.doubts, ...after.doubts];
}

export const SSH_FAMILY: WrapperFamily = { names: ['ssh', 'autossh', 'slogin'], peel: ({ argv }) => peelSsh(argv) };

/** `mosh host -- command`: an argv, on the other machine. */
export const MOSH_FAMILY: WrapperFamily = prefixFamily({
  names: ['mosh'],
  options: [
    ...longs('client server predict family port bind-server ssh experimental-remote-ip', '=text'),
    ...flags('46a'),
    '-n',
    '-p =text',
    ...longs('no-init no-ssh-pty local'),
  ],
  skip: ({ operands }) => (wordValue(operands[1]) === '--' ? 2 : 1),
  effects: ({ operands }) => ({ elsewhere: `ssh ${operands[0]?.text ?? ''}` }),
  source: 'mosh(1) 1.4',
});

const SCP: Grammar = {
  options: [...flags('346ABCpqrTvaflN'), ...flags('cDFiJloPSXb', '=text')],
  source: 'scp(1), sftp(1) OpenSSH 9.2',
};

/** `-D command` is started as the server; `!cmd` among the commands, of -b or of the input, runs here. */
function sftpCode(reading: Reading): readonly Peeled[] {
  const server = optionValue(reading, '-D');
  const batch = optionValue(reading, '-b');
  return [
    ...(server === undefined ? [] : [shellCode(server)]),
    batch === undefined ? { kind: 'stdin-code', language: 'client' } : codeFile('client', batch),
  ];
}

/** -S and -D name a program to run instead of ssh. */
export const SCP_FAMILY: WrapperFamily = {
  names: ['scp', 'sftp'],
  peel: ({ argv }) => {
    const reading = readAll(SCP, argv);
    const program = optionValue(reading, '-S');
    const isSftp = /(?:^|\/)sftp$/.test(wordValue(argv[0]) ?? '');
    return [
      ...localCommands(reading),
      ...configFile(reading),
      ...(program === undefined ? [] : startOf([program, remoteEnd()])),
      ...(isSftp ? sftpCode(reading) : []),
    ];
  },
};

/** The host and the command that a transport program is given behind its own words. */
function remoteEnd(): Word {
  return unknownWord({ fields: 'any', reason: 'remote' });
}

/** The host as a transport program is given it. */
function farHost({ operands }: ReturnType<typeof readAll>): Word {
  const named = operands.map((word) => /^([^/:[]+|\[[^\]]*\]):/.exec(leadingText(word))?.[1]);
  return knownWord(named.find((host) => host !== undefined) ?? 'HOST');
}

/** -e is split at blanks and run with the host behind it, and there rsync. */
export const RSYNC_FAMILY: WrapperFamily = {
  names: ['rsync'],
  peel: ({ argv }) => {
    const reading = readAll(DEFAULT_GRAMMAR, argv);
    const transport = optionValue(reading, '--rsh');
    const remote = optionValue(reading, '--rsync-path');
    const parts = transport === undefined ? [] : splitBlanks(leadingText(transport)).map((part) => knownWord(part));
    const known = transport?.kind === 'known' ? parts : transport === undefined ? [] : [transport];
    return [
      ...(known.length === 0
        ? []
        : startOf([...known, farHost(reading), ...['rsync', '--server'].map((word) => knownWord(word)), remoteEnd()])),
      ...(remote === undefined ? [] : [shellCode(remote, { elsewhere: 'the other end of rsync' })]),
    ];
  },
};
