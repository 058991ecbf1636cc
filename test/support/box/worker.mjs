// The same as agent.mjs for lines of ordinary work.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const { jobs, folder } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const name = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x@example.org', GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x@example.org' };
const env = { ...process.env, ...name };
const results = jobs.map(({ name, line, files }, at) => {
  const cwd = join(folder, `job-${at}`);
  mkdirSync(cwd, { recursive: true });
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, file)), { recursive: true });
    writeFileSync(join(cwd, file), text, { mode: 0o755 });
  }
  const startedMs = Date.now();
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', line], { cwd, env, input: '', encoding: 'utf8', timeout: 60_000 });
  return { name, status, stdout: stdout.replaceAll(folder, 'FOLDER'), stderr: stderr.replaceAll(folder, 'FOLDER'), ms: Date.now() - startedMs };
});
process.stdout.write(JSON.stringify(results));
