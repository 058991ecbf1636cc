import { join } from 'node:path';
import { installationFor, isPackage } from '../../install/installation.ts';
import { productVersion, runningProduct } from '../../store/product.ts';

/**
 * The command of npm's package. What guards a person is the copy that `safeshell setup` has made, as npm may replace or
 * remove its own folder at any time: where there is one it answers, and only setting up is the package's own.
 */
const product = runningProduct();
const [name, ...options] = process.argv.slice(2);
const isOwn = !isPackage(product) || (name === 'setup' && !options.includes('--undo'));
const installed = isOwn ? undefined : installationFor(process.env);
// without the start file, which would keep code in npm's folder
if (installed === undefined) require('./cli-main.cjs');
else handOver(join(installed.root, 'app'));

function handOver(app: string): void {
  const [here, there] = [productVersion(product), productVersion(app)];
  if (here !== there)
    process.stderr.write(
      `safeshell: ${there} guards, ${here} of npm is not in use yet: safeshell setup puts it in place\n`,
    );
  require(join(app, 'dist/cli.cjs'));
}
