import type { Grammar } from '../grammar/grammar.ts';
import type { Word } from '../model/word.ts';
import { wordValue } from '../model/word.ts';
import { joinedCode, SHELL_CODE, shellCode, startOf, userOf } from './peeled.ts';
import { assignmentsOf } from './plain.ts';
import { afterDashes } from './prefix.ts';
import {
  flags,
  has,
  longs,
  optionValue,
  optionValues,
  type Reading,
  readAll,
  readBehind,
  readOptions,
} from './reading.ts';
import { leadingText } from './words.ts';
import type { Effects, Peeled, WrapperFamily } from './wrapper.ts';

const DOCKER: Grammar = {
  options: [
    '-c --context =text',
    '-H --host =text',
    '-l --log-level =text',
    ...flags('Dv'),
    ...longs('debug tls tlsverify version help'),
    ...longs('config tlscacert tlscert tlskey', '=text'),
    ...longs('address namespace a n data-root cgroup-manager snapshotter', '=text'), // nerdctl
    ...longs('connection root runroot storage-driver url identity', '=text'), // podman
    '-r --remote',
  ],
  optionsFirst: true,
  source: 'docker --help 27; podman(1) 4.3; nerdctl README',
};

const RUN_TEXT =
  'add-host annotation attach blkio-weight blkio-weight-device cap-add cap-drop cgroup-parent cgroupns cidfile ' +
  'cpu-count cpu-percent cpu-period cpu-quota cpu-rt-period cpu-rt-runtime cpu-shares cpus cpuset-cpus cpuset-mems ' +
  'detach-keys device device-cgroup-rule device-read-bps device-read-iops device-write-bps device-write-iops dns ' +
  'dns-option dns-search domainname entrypoint env-file expose gpus group-add health-cmd health-interval ' +
  'health-retries health-start-interval health-start-period health-timeout hostname io-maxbandwidth io-maxiops ip ' +
  'ip6 ipc isolation kernel-memory label label-file link link-local-ip log-driver log-opt mac-address memory ' +
  'memory-reservation memory-swap memory-swappiness mount name network net network-alias oom-score-adj pid ' +
  'pids-limit platform publish pull restart runtime security-opt shm-size stop-signal stop-timeout storage-opt ' +
  'sysctl tmpfs ulimit userns uts volume-driver volumes-from profile file scale';
const RUN_FLAGS =
  'detach interactive tty rm privileged read-only init publish-all quiet no-healthcheck oom-kill-disable ' +
  'disable-content-trust sig-proxy no-deps service-ports build remove-orphans quiet-pull use-aliases no-TTY no-tty ' +
  'all latest preserve-fds replace help';

/** exec and run of docker, podman, nerdctl and their compose; one table serves them all. */
const RUN: Grammar = {
  options: [
    ...flags('ditPqT'),
    ...longs(RUN_FLAGS),
    '-e --env =text',
    '-u --user =text',
    '-v --volume =text',
    '-w --workdir =text',
    ...flags('aclmhp', '=text'),
    ...longs(RUN_TEXT, '=text'),
    '--index =text',
  ],
  optionsFirst: true,
  source: 'docker run --help, docker exec --help 27; docker compose exec --help',
};

/** With a folder of ours inside, or with our kernel's rights, what is done in a container is done here. */
function reachesUs(reading: Reading): boolean {
  if (has(reading, '--privileged') || wordValue(optionValue(reading, '--pid')) === 'host') return true;
  const binds = optionValues(reading, '--volume').some((word) => /^[/.~]|^$/.test(leadingText(word)));
  return binds || optionValues(reading, '--mount').some((word) => /(^|,)type=bind|^$/.test(leadingText(word)));
}

function containerEffects(reading: Reading, target: Word): Effects {
  const user = optionValue(reading, '--user');
  const cwd = optionValue(reading, '--workdir');
  return {
    ...(reachesUs(reading) ? {} : { elsewhere: `container ${target.text}` }),
    ...(user === undefined ? {} : { user: userOf(user) }),
    ...(cwd === undefined ? {} : { cwd }),
    ...assignmentsOf(optionValues(reading, '--env')),
  };
}

/** `docker run [options] image command`, `docker exec [options] container command`. */
function peelRun(before: Reading): readonly Peeled[] {
  const reading = readBehind(before, RUN);
  const [target, ...command] = reading.operands;
  if (target === undefined) return reading.doubts;
  const entry = optionValue(reading, '--entrypoint');
  const words = entry === undefined || wordValue(entry) === '' ? command : [entry, ...command];
  return [...startOf(words, containerEffects(reading, target)), ...reading.doubts];
}

const RUNNERS = new Set(['exec', 'run', 'create']);
const COMPOSE: Grammar = {
  options: [
    '-f --file =path',
    '-p --project-name =text',
    ...longs('profile env-file project-directory parallel progress ansi', '=text'),
    ...longs('compatibility dry-run all-resources verbose'),
    '--context =text',
    '-H =text',
  ],
  optionsFirst: true,
  source: 'docker compose --help 2.29',
};

function peelDocker(reading: Reading): readonly Peeled[] {
  const { operands, doubts } = reading;
  const [subcommand, ...rest] = operands;
  const name = wordValue(subcommand) ?? '';
  if (subcommand === undefined) return doubts;
  if (RUNNERS.has(name)) return [...peelRun(reading), ...doubts];
  if (name === 'container') return peelDocker(readBehind(reading, { optionsFirst: true }));
  if (name === 'compose') return peelDocker(readBehind(reading, COMPOSE));
  return rest.length === 0 ? [] : doubts;
}

export const DOCKER_FAMILY: WrapperFamily = {
  names: ['docker', 'podman', 'nerdctl'],
  peel: ({ argv }) => peelDocker(readOptions(DOCKER, argv)),
};

export const COMPOSE_FAMILY: WrapperFamily = {
  names: ['docker-compose', 'podman-compose'],
  peel: ({ argv }) => peelDocker(readOptions(COMPOSE, argv)),
};

const KUBECTL: Grammar = {
  options: [
    '-n --namespace =text',
    '-s --server =text',
    '-v --v =text',
    '-c --container =text',
    '-f --filename =path',
    '-o --output =text',
    '-l --selector =text',
    ...longs(
      'context cluster kubeconfig user as as-group token request-timeout pod-running-timeout image env',
      '=text',
    ),
    ...longs('labels overrides port restart target profile copy-to annotations certificate-authority', '=text'),
    ...flags('itq'),
    ...longs('stdin tty quiet rm attach command insecure-skip-tls-verify warnings-as-errors share-processes', ''),
  ],
  optionsFirst: true,
  source: 'kubectl exec --help, kubectl run --help 1.31',
};

/** `kubectl exec pod [-c name] -- command`; without `--` what follows the pod is the command. */
function peelKubectl(argv: readonly Word[]): readonly Peeled[] {
  const globals = readOptions(KUBECTL, argv);
  const [subcommand, ...rest] = globals.operands;
  if (!/^(exec|run|debug|rsh)$/.test(wordValue(subcommand) ?? '')) return [];
  const effects: Effects = { elsewhere: 'a pod' };
  const dashed = afterDashes(rest);
  if (dashed !== undefined) return startOf(dashed, effects);
  if (wordValue(subcommand) === 'run') return [];
  const own = readBehind(globals, KUBECTL);
  const behindPod = readOptions(KUBECTL, own.operands, own.level);
  return [...startOf(behindPod.operands, effects), ...own.doubts, ...behindPod.doubts];
}

export const KUBECTL_FAMILY: WrapperFamily = {
  names: ['kubectl', 'oc', 'microk8s.kubectl', 'k3s-kubectl'],
  peel: ({ argv }) => peelKubectl(argv),
};

const VAGRANT: Grammar = { options: ['-c --command =code', '-p --plain', '-t --tty'], anyOption: true };

/** `vagrant ssh -c code`, `gcloud compute ssh host --command=code`. */
export const REMOTE_CODE_FAMILY: WrapperFamily = {
  names: ['vagrant', 'gcloud', 'colima'],
  peel: ({ argv }) => {
    const reading = readAll(VAGRANT, argv);
    const effects: Effects = { elsewhere: 'another machine' };
    if (!reading.operands.some((word) => wordValue(word) === 'ssh')) return [];
    const dashed = afterDashes(argv);
    const codes = optionValues(reading, '--command').map((code) => shellCode(code, effects, 'unknown'));
    return [...codes, ...(dashed === undefined ? [] : joinedCode(dashed, effects, 'unknown'))];
  },
};

const ADB: Grammar = { options: [...flags('ade'), ...flags('sHPLt', '=text')], optionsFirst: true };
const ADB_SHELL: Grammar = { options: [...flags('nTtx'), '-e =text'], optionsFirst: true };

/** `adb [-s serial] shell words`: joined for the shell of the device. */
export const ADB_FAMILY: WrapperFamily = {
  names: ['adb'],
  peel: ({ argv }) => {
    const before = readOptions(ADB, argv);
    if (!/^(shell|exec-out)$/.test(wordValue(before.operands[0]) ?? '')) return [];
    const effects: Effects = { elsewhere: 'a device' };
    const words = readBehind(before, ADB_SHELL).operands;
    if (words.length > 0) return joinedCode(words, effects, 'unknown');
    return [{ kind: 'stdin-code', language: SHELL_CODE, shell: 'unknown', effects }];
  },
};

const WSL: Grammar = {
  options: ['-d --distribution =text', '-u --user =text', '--cd =path', '-e --exec', '--shell-type =text', '--system'],
  optionsFirst: true,
  singleDash: true,
};

/** `wsl command` is joined for the shell of the distribution, `wsl -e command` is an argv. */
export const WSL_FAMILY: WrapperFamily = {
  names: ['wsl', 'wsl.exe'],
  peel: ({ argv }) => {
    const reading = readOptions(WSL, argv);
    const effects: Effects = { elsewhere: 'wsl' };
    return has(reading, '-e')
      ? startOf(reading.operands, effects)
      : [...joinedCode(reading.operands, effects, 'unknown'), ...reading.doubts];
  },
};

const LXC: Grammar = {
  options: [
    '-n --name =text',
    '--project =text',
    ...flags('TtvqP', ''),
    '--env =text',
    '--cwd =path',
    '--user =text',
    '--mode =text',
    '-c --container =text',
    '-d --distro =text',
    '-r --release =text',
  ],
  optionsFirst: true,
  anyOption: true,
};
const LXC_PATHS = /^(exec|run|shell|limactl|multipass)$/;

/** `lxc exec name -- command`, `lxc-attach -n name -- command`, `limactl shell name command`. */
export const LXC_FAMILY: WrapperFamily = {
  names: ['lxc', 'incus', 'lxc-attach', 'multipass', 'limactl', 'lima', 'toolbox', 'distrobox', 'distrobox-enter'],
  peel: ({ argv }) => {
    const effects: Effects = { elsewhere: 'a container' };
    const dashed = afterDashes(argv);
    if (dashed !== undefined) return startOf(dashed, effects);
    const before = readOptions(LXC, argv);
    const { operands } = before;
    const name = wordValue(argv[0]) ?? '';
    if (name === 'distrobox-enter') return startOf(operands.slice(1), effects);
    if (/attach$|lima$/.test(name)) return startOf(operands, effects);
    if (!LXC_PATHS.test(wordValue(operands[0]) ?? '')) return [];
    const words = readBehind(before, LXC).operands;
    const skip = /^(toolbox|distrobox)$/.test(name) ? 0 : 1;
    return startOf(words.slice(skip), effects);
  },
};

const FLATPAK: Grammar = {
  options: ['--command =command', ...longs('branch arch cwd env filesystem runtime', '=text'), '-d', '-p'],
  optionsFirst: true,
  anyOption: true,
  source: 'flatpak-run(1) 1.14',
};

/** `flatpak run --command=program application arguments`. */
export const FLATPAK_FAMILY: WrapperFamily = {
  names: ['flatpak'],
  peel: ({ argv }) => {
    const before = readOptions(FLATPAK, argv);
    if (wordValue(before.operands[0]) !== 'run') return [];
    const reading = readBehind(before, FLATPAK);
    const program = optionValue(reading, '--command');
    return program === undefined ? [] : startOf([program, ...reading.operands.slice(1)]);
  },
};
