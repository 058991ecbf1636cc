#!/usr/bin/env node
// The command of npm's package; in a checkout it is there before there is a build.
process.exitCode = 70; // until there is an answer: no answer must not look like one
const { node } = process.versions;
if (Number.parseInt(node, 10) >= 20) start();
else process.stderr.write(`safeshell: Node.js >= 20 is needed; this is ${node}. Install a newer one (https://nodejs.org)\n`);

function start() {
  const { existsSync } = require('node:fs');
  const { dirname, join } = require('node:path');
  const product = dirname(__dirname);
  const main = join(product, 'dist/npm.cjs');
  if (existsSync(main)) require(main);
  else
    process.stderr.write(`safeshell: ${product} is not built: run ./install.sh in a clone, or npm ci && npm run build\n`);
}
