import { runCli } from './app.ts';

runCli(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
