import { resolvePath } from '../util/path.ts';
import { loadedFile } from './loaded-file.ts';
import type { Runner, RunnerCall, RunnerFinding } from './runner.ts';
import { type CallWords, readCall } from './words.ts';

const VALUED = new Set(
  `-r -c -t -i -f -e --requirement --constraint --editable --target --platform --python-version --implementation --abi --root --prefix
  --src --upgrade-strategy --config-settings -C --global-option --no-binary --only-binary --progress-bar --root-user-action --report
  --index-url --extra-index-url --find-links --wheel-dir -w --dest -d --python -p --log --proxy --retries --timeout --exists-action
  --trusted-host --cert --client-cert --cache-dir`.split(/\s+/),
);
const BUILDING = ['install', 'wheel', 'download'];
/** How a path begins, or the option that takes one. */
const PATHS = ['.', '/', '~', '-'];

/** pip: the setup.py of a project that is built. Source: pip install --help 23.0, uv pip install --help 0.4. */
export const PIP_RUNNER: Runner = {
  programs: ['pip', 'pip3', 'pipx', 'uv'],
  onlyWith: { ...Object.fromEntries(BUILDING.map((name) => [name, PATHS])), pip: ['install'], build: [''] },
  run: (call) => {
    const words = readCall(call.argv, { valued: VALUED });
    if (words === undefined || call.cwd === undefined || words.has('--help', '-h')) return [];
    const { cwd } = call;
    return projectsOf(words)
      .map((folder) => resolvePath(cwd, folder))
      .flatMap((folder) => setupOf(folder, call));
  },
};

/** `pip install .[dev] -e ./lib` */
function projectsOf(words: CallWords): readonly string[] {
  const [program, ...more] = words.operands[0] === 'pip' ? words.operands.slice(1) : words.operands;
  if (program === 'build') return more.length === 0 ? ['.'] : more.slice(0, 1);
  if (program === undefined || !BUILDING.includes(program)) return [];
  const named = [...more, ...words.valuesOf('-e', '--editable')];
  return named.filter((path) => /^\.{0,2}(?:[/[]|$)|^\//.test(path)).map((path) => path.replace(/\[[^\]]*\]$/, ''));
}

function setupOf(folder: string, { files }: RunnerCall): readonly RunnerFinding[] {
  const file = resolvePath(folder, 'setup.py');
  return files.exists(file) ? [loadedFile('python', file, folder)] : [];
}
