import { join } from 'node:path';
import { CHECKOUT } from '../../installed.ts';
import type { Job } from './job.ts';

const node = (name: string, files: Job['files'], line: string, more: Partial<Job> = {}): Job => ({
  ...{ name: `node: ${name}`, needs: 'node npm', files: { 'package.json': PACKAGE, ...files }, line, ...more },
});

const PACKAGE = JSON.stringify({
  ...{
    name: 'app',
    version: '1.0.0',
    scripts: { pretest: 'node -v >/dev/null', test: 'node --test', build: 'mkdir -p out && node build.cjs' },
  },
});
const LEFT = JSON.stringify({
  name: 'left',
  version: '1.2.3',
  main: 'i.js',
  bin: { left: 'i.js' },
  scripts: { postinstall: "node -e \"require('fs').writeFileSync('made', '')\"" },
});
const LEFT_FILES = {
  'left/package.json': LEFT,
  'left/i.js': '#!/usr/bin/env node\nconsole.log("left", ...process.argv.slice(2));\n',
};
const QUIET = '--no-audit --no-fund --no-update-notifier';

/** A registry of one package, on a port that it writes into `port`. */
const REGISTRY = `const fs = require("fs"), crypto = require("crypto");
const tar = fs.readFileSync("left-1.2.3.tgz");
const server = require("http").createServer((request, response) => {
  if (request.url.endsWith(".tgz")) return response.end(tar);
  if (request.url !== "/left") { response.statusCode = 404; return response.end("{}"); }
  const tarball = "http://" + request.headers.host + "/left-1.2.3.tgz";
  const integrity = "sha512-" + crypto.createHash("sha512").update(tar).digest("base64");
  const version = { name: "left", version: "1.2.3", main: "i.js", bin: { left: "i.js" }, hasInstallScript: true, dist: { tarball, integrity } };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ name: "left", "dist-tags": { latest: "1.2.3" }, versions: { "1.2.3": version } }));
}).listen(0, "127.0.0.1", () => fs.writeFileSync("port", server.address().port + "\\n"));
`;

/** Of this repository: what an installation would have put there. */
const linked = (...names: readonly string[]) =>
  `mkdir node_modules && ln -s ${names.map((name) => `'${join(CHECKOUT, 'node_modules', name)}'`).join(' ')} node_modules`;

export const NODE_JOBS: readonly Job[] = [
  node(
    'npm install from a registry, its cache, npx',
    { ...LEFT_FILES, 'registry.cjs': REGISTRY },
    `npm pack -s ./left && mkfifo port && { node registry.cjs & } && read -r port <port && export npm_config_registry=http://127.0.0.1:$port && npm install ${QUIET} left && npx left a && rm -rf node_modules && npm ci --offline ${QUIET} && ls node_modules/left && rm port; kill %1`,
  ),
  node('npm install of a folder', LEFT_FILES, `npm install ${QUIET} ./left && node_modules/.bin/left x`),
  node(
    'npm test',
    { 'a.test.cjs': 'require("node:test").test("a", () => require("node:assert").ok(1));\n' },
    'npm test 2>&1 | grep -E "^# (pass|fail)"',
  ),
  node(
    'npm run build, child processes, workers, watching',
    {
      'build.cjs': `const fs = require("fs"), cp = require("child_process"), { Worker } = require("worker_threads");
const watcher = fs.watch("out", () => { watcher.close(); console.log("seen"); });
fs.writeFileSync("out/x.js", "1");
console.log(cp.execFileSync("/bin/sh", ["-c", "cat out/x.js"]).toString());
const child = cp.fork(__dirname + "/child.cjs");
child.on("message", (text) => { console.log(text); new Worker("console.log('worker')", { eval: true }); });
`,
      'child.cjs': 'process.send("from the child");\n',
    },
    'npm run -s build | sort',
  ),
  node(
    'npm init, version, workspaces',
    {},
    'npm init -y >/dev/null && npm init -y -w packages/a >/dev/null && cat package.json && git init -q && git add -A && git commit -qm x && npm version patch && git tag',
    { needs: 'node npm git' },
  ),
  node(
    'tsc -b with references, esbuild',
    {
      'tsconfig.json': '{"files":[],"references":[{"path":"a"},{"path":"b"}]}',
      'a/tsconfig.json':
        '{"compilerOptions":{"composite":true,"lib":["es5"],"skipLibCheck":true,"outDir":"../out/a","types":[]},"include":["*.ts"]}',
      'b/tsconfig.json':
        '{"compilerOptions":{"composite":true,"lib":["es5"],"skipLibCheck":true,"outDir":"../out/b","types":[]},"include":["*.ts"],"references":[{"path":"../a"}]}',
      'a/a.ts': 'export const a: number = 1;\n',
      'b/b.ts': 'import { a } from "../a/a";\nexport const b = a;\n',
    },
    'node_modules/.bin/tsc -b && ls out/a out/b && node_modules/.bin/esbuild b/b.ts --bundle --format=cjs --sourcemap --outfile=out/b.js --log-level=error && ls out',
    { before: linked('.bin') },
  ),
  node('npm settings of the project', {}, 'npm config set --location=project fund=false && cat .npmrc'),
  node('npm settings of the user', {}, 'npm config set fund=false', { refused: /EACCES|permission denied/ }),
  node('its own prompt', {}, `printf '1+1\\n.exit\\n' | script -qec 'node -i' /dev/null | grep -c '^.*2'`, {
    needs: 'node script',
    whole: true,
  }),
  node(
    'a server on loopback, and its client',
    {
      'x.mjs': `import http from "node:http";
const server = http.createServer((_, r) => r.end("hello")).listen(0, "127.0.0.1", async () => {
  console.log(await (await fetch("http://127.0.0.1:" + server.address().port)).text());
  server.close();
});
`,
    },
    'node x.mjs',
  ),
];
