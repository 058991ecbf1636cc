import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { refreshSettled, run } from './machine.mjs';
import { milliseconds, table, times } from './report.mjs';
import { inTurns, median, processCall, processorCall } from './timing.mjs';
import { keepingProgram } from './undo-once.mjs';
import { makeWorld } from './undo-world.mjs';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const SIZES = [1_000, 20_000];

const ofGit =
  (...kinds) =>
  (repository) =>
    kinds.map((what) => ({ kind: 'git', invocation: 0, repository, what }));
const ofTree =
  (name) =>
  ({ root }) => [{ kind: 'path', invocation: 0, path: `${root}/${name}`, what: 'tree' }];

/** What each destroys; `git`: what git does to keep that much, with an index and objects of its own. */
const CALLS = [
  { line: 'git reset --hard', losses: ofGit('changed', 'index'), git: 'git stash create' },
  { line: 'git clean -fdx src build', losses: ofGit('untracked', 'ignored'), git: 'git add -A -f src build' },
  { line: 'rm -rf src', losses: ofTree('src'), git: 'git stash create && git add -A src' },
  { line: 'rm -rf copies', losses: ofTree('copies'), git: 'git add -A -f copies' },
];

/** Calls of an agent that destroy nothing: gates answer them. */
const HARMLESS = [
  ['git', 'status', '--porcelain'],
  ['rm', '-f', 'gone'],
  ['cp', 'a', 'new'],
];

/** What keeping adds to a call that destroys something, beside what git takes to keep the same; and to those that destroy nothing. */
export async function benchUndo({ machine, quick, rounds }) {
  const harmless = benchHarmless(machine, rounds);
  const config = machine.at('home', '.config/safeshell/config.yaml');
  // a noisy machine must not make it give up
  writeFileSync(config, 'undo: { mode: instead_of_asking, milliseconds: 60000 }\n');
  const once = await keepingProgram(machine, REPOSITORY);
  const tools = toolsOf(machine, once);
  const rows = [];
  const restored = [];
  try {
    for (const size of SIZES) {
      const world = makeWorld(machine, size);
      const few = Math.min(rounds, size > 5_000 ? (quick ? 3 : 7) : quick ? 5 : 15);
      for (const call of CALLS) rows.push({ size, line: call.line, ...benchCall({ tools, world, call }, few) });
      restored.push({ size, ...benchRestore(tools, world, Math.min(few, 3)) });
      world.remove();
    }
  } finally {
    rmSync(config);
    refreshSettled(machine);
  }
  return { harmless, rows, restored, markdown: markdown({ harmless, rows, restored }) };
}

function benchHarmless(machine, rounds) {
  writeFileSync(join(machine.repository, 'a'), 'a\n');
  const guarded = { ...machine.guarded, SAFESHELL_CONTEXT: 'ai' };
  return HARMLESS.map((argv) => {
    const minimal = machine.at('minimal', argv[0]);
    writeFileSync(minimal, `#!/bin/sh\nexec /usr/bin/${argv[0]} "$@"\n`, { mode: 0o755 });
    const cleaned = (call) => () => {
      const took = call();
      rmSync(join(machine.repository, 'new'), { force: true });
      return took;
    };
    const within = (env) => ({ cwd: machine.repository, env });
    const path = `${machine.at('minimal')}:${machine.plain.PATH}`;
    const contenders = (call) => ({
      minimal: cleaned(call(argv, within({ ...machine.plain, PATH: path }))),
      shim: cleaned(call(argv, within(guarded))),
    });
    const clocked = (words, options) => {
      const call = processCall(words, options);
      return () => clock(call);
    };
    const took = inTurns(contenders(clocked), rounds);
    const processor = inTurns(contenders(processorCall), rounds);
    return {
      line: argv.join(' '),
      minimal: median(took.minimal),
      shim: median(took.shim),
      cpu: median(processor.shim) / median(processor.minimal),
    };
  });
}

function clock(call) {
  const started = process.hrtime.bigint();
  call();
  return Number(process.hrtime.bigint() - started) / 1e6;
}

/** Programs that keep, started anew each time, with an empty store. */
function toolsOf(machine, once) {
  const state = machine.at('home', '.local/state/safeshell/undo');
  const env = { ...machine.handedOver, SAFESHELL_CONTEXT: 'ai' };
  const plain = { ...machine.plain, SAFESHELL_CONTEXT: 'ai' };
  run(machine, [machine.node, join(machine.product, 'dist/cli.cjs'), 'agents', 'install', 'claude'], machine.root);
  const hooks = machine.at('home', '.local/share/safeshell/hooks');
  return {
    machine,
    forget(root) {
      rmSync(state, { recursive: true, force: true });
      const refs = execFileSync('git', ['for-each-ref', '--format=delete %(refname)', 'refs/safeshell'], { cwd: root });
      execFileSync('git', ['update-ref', '--stdin'], { cwd: root, input: refs });
    },
    /** Calls the function itself; `{ ms, cpu, done }`. */
    once(what, { root, losses = [] }) {
      const ended = spawnSync(machine.node, [once, JSON.stringify({ what, root, losses })], {
        env: plain,
        encoding: 'utf8',
      });
      if (ended.status !== 0) throw new Error(ended.stderr);
      return JSON.parse(ended.stdout);
    },
    shim: (line, cwd) => processCall([...machine.answers, ...line.split(' ')], { cwd, env, status: 222 }),
    hook: (line, cwd) =>
      processCall([machine.node, join(machine.product, 'dist/hook.cjs'), 'claude', hooks], {
        cwd,
        env: plain,
        stdio: ['pipe', 'ignore', 'ignore'],
        input: JSON.stringify({
          session_id: 's',
          cwd,
          permission_mode: 'default',
          hook_event_name: 'PreToolUse',
          tool_name: 'Bash',
          tool_input: { command: line },
        }),
      }),
  };
}

/** Each of them from an empty store; `again`: the shim below a hook that has just kept the same. */
function benchCall({ tools, world: { root, repository }, call: { line, losses, git } }, rounds) {
  const fresh = (work) => () => {
    tools.forget(root);
    return work();
  };
  const cpu = [];
  let paths = 0;
  const kept = () => {
    const result = tools.once('keep', { root, losses: losses(repository) });
    cpu.push(result.cpu);
    paths = result.done;
    return result.ms;
  };
  const took = inTurns(
    {
      kept: fresh(kept),
      git: () => gitKeeps(tools.machine, root, git),
      'nothing to the shim': () => clock(tools.shim('rm -rf gone', root)),
      shim: fresh(() => clock(tools.shim(line, root))),
      again: () => clock(tools.shim(line, root)),
      'nothing to the hook': () => clock(tools.hook('rm -rf gone', root)),
      hook: fresh(() => clock(tools.hook(line, root))),
    },
    rounds,
  );
  tools.forget(root);
  const ms = Object.fromEntries(Object.entries(took).map(([name, all]) => [name, median(all)]));
  return {
    paths,
    kept: ms.kept,
    cpu: median(cpu),
    git: ms.git,
    shim: ms.shim - ms['nothing to the shim'],
    again: ms.again - ms['nothing to the shim'],
    hook: ms.hook - ms['nothing to the hook'],
  };
}

/** With a copy of the index, and new objects elsewhere: nothing of it stays. */
function gitKeeps(machine, root, line) {
  const folder = mkdtempSync(machine.at('git-'));
  mkdirSync(join(folder, 'objects'));
  cpSync(join(root, '.git/index'), join(folder, 'index'));
  const env = {
    ...machine.plain,
    GIT_INDEX_FILE: join(folder, 'index'),
    GIT_OBJECT_DIRECTORY: join(folder, 'objects'),
    GIT_ALTERNATE_OBJECT_DIRECTORIES: join(root, '.git/objects'),
  };
  const took = clock(processCall(['/bin/sh', '-c', `${line} && git write-tree`], { cwd: root, env }));
  rmSync(folder, { recursive: true, force: true });
  return took;
}

/** `rm -rf copies`, undone, beside `cp -a` of the same. */
function benchRestore(tools, { root, repository }, rounds) {
  const copies = join(root, 'copies');
  const took = inTurns(
    {
      undo() {
        tools.forget(root);
        tools.once('keep', { root, losses: ofTree('copies')(repository) });
        rmSync(copies, { recursive: true });
        return tools.once('restore', { root }).ms;
      },
      'cp -a'() {
        const ms = clock(() => execFileSync('cp', ['-a', copies, `${copies}-too`]));
        rmSync(`${copies}-too`, { recursive: true });
        return ms;
      },
    },
    rounds,
  );
  return { undo: median(took.undo), cp: median(took['cp -a']) };
}

function markdown({ harmless, rows, restored }) {
  return [
    table(
      ["an agent's call that destroys nothing", 'minimal shim', 'shim', 'to it', 'in processor time'],
      harmless.map(({ line, minimal, shim, cpu }) => [
        `\`${line}\``,
        ...[minimal, shim].map(milliseconds),
        times(shim / minimal),
        times(cpu),
      ]),
    ),
    table(
      [
        'files',
        'call',
        'paths',
        'keeping adds',
        'of it processor time',
        'git keeps it in',
        'to git',
        'at the shim',
        'and once more',
        'at the hook',
      ],
      rows.map(({ size, line, paths, kept, cpu, git, shim, again, hook }) => [
        size,
        `\`${line}\``,
        paths,
        ...[kept, cpu, git].map(milliseconds),
        times(kept / git),
        ...[shim, again, hook].map((ms) => milliseconds(Math.max(0, ms))),
      ]),
    ),
    table(
      ['files', '`rm -rf copies`, undone', '`cp -a` of the same', 'to it'],
      restored.map(({ size, undo, cp }) => [size, ...[undo, cp].map(milliseconds), times(undo / cp)]),
    ),
    'One file in twenty of `src` is changed, one in fifty new; `build` (a tenth as many) and `copies` (as many) are ignored. Beside it git makes ' +
      'with `stash create`, or with `add` into a copy of its index, what holds the same.',
  ].join('\n\n');
}
