import { analyzeAwk } from './awk.ts';
import { analyzeApplescript, analyzeElisp, analyzeGeneric, analyzeJulia, analyzeR } from './calls.ts';
import { analyzeCmd } from './cmd.ts';
import { analyzeGo, analyzeRust } from './compiled.ts';
import { analyzeMongoFile, analyzeRedisFile } from './database-files.ts';
import type { CodeAnalyzer } from './finding.ts';
import { analyzeJavascript, analyzeJavascriptModule } from './javascript.ts';
import {
  analyzeClient,
  analyzeCrontab,
  analyzeDc,
  analyzeEd,
  analyzeGdb,
  analyzeGnuplot,
  analyzeMail,
  analyzeMake,
  analyzeMysql,
  analyzePsql,
  analyzeSshConfig,
} from './lines.ts';
import { analyzeLua } from './lua.ts';
import { analyzeM4 } from './m4.ts';
import { analyzePatch } from './patch.ts';
import { analyzePerl } from './perl.ts';
import { analyzePhp } from './php.ts';
import { analyzePowershell } from './powershell/analyze.ts';
import { analyzePython, analyzePythonModule } from './python.ts';
import { analyzeRake, analyzeRuby } from './ruby.ts';
import { analyzeSed } from './sed.ts';
import { analyzeMysqlFile, analyzePsqlFile, analyzeSqliteFile } from './sql.ts';
import { analyzeSqlite } from './sqlite.ts';
import { analyzeTcl } from './tcl.ts';
import { analyzeScreen, analyzeTmux } from './terminals.ts';

import { analyzeVim, analyzeVimKeys } from './vim.ts';

const ANALYZERS: readonly (readonly [string, CodeAnalyzer])[] = [
  ['applescript', analyzeApplescript],
  ['awk', analyzeAwk],
  ['cmd', analyzeCmd],
  ['crontab', analyzeCrontab],
  ['ed', analyzeEd],
  ['elisp', analyzeElisp],
  ['gdb', analyzeGdb],
  ['generic', analyzeGeneric],
  ['javascript', analyzeJavascript],
  ['javascript-module', analyzeJavascriptModule],
  ['julia', analyzeJulia],
  ['lua', analyzeLua],
  ['make', analyzeMake],
  ['mongo-file', analyzeMongoFile],
  ['mysql', analyzeMysql],
  ['mysql-file', analyzeMysqlFile],
  ['perl', analyzePerl],
  ['php', analyzePhp],
  ['powershell', analyzePowershell],
  ['psql', analyzePsql],
  ['psql-file', analyzePsqlFile],
  ['python', analyzePython],
  ['python-module', analyzePythonModule],
  ['r', analyzeR],
  ['rake', analyzeRake],
  ['redis-file', analyzeRedisFile],
  ['ruby', analyzeRuby],
  ['screen', analyzeScreen],
  ['sed', analyzeSed],
  ['sqlite', analyzeSqlite],
  ['sqlite-file', analyzeSqliteFile],
  ['ssh-config', analyzeSshConfig],
  ['tcl', analyzeTcl],
  ['tmux', analyzeTmux],
  ['vim', analyzeVim],
  ['vim-keys', analyzeVimKeys],
  ['mail', analyzeMail],
  ['m4', analyzeM4],
  ['gnuplot', analyzeGnuplot],
  ['go', analyzeGo],
  ['rust', analyzeRust],
  ['dc', analyzeDc],
  ['client', analyzeClient],
];

/** Longer code is not read, but reported: as much as is read of a file. */
const MAX_CODE_LENGTH = 256 * 1024;

/** Runs of operators, which nobody writes and which cost a parser quadratic time. */
const TANGLED = /(?:[-+*!~([{]\s*){300}/;

function bounded(language: string, analyze: CodeAnalyzer): CodeAnalyzer {
  return (source, args, inFile, given) => {
    if (source.length > MAX_CODE_LENGTH || TANGLED.test(source))
      return [{ kind: 'doubt', code: 'too-long', detail: `${language} code` }];
    try {
      return analyze(source, args, inFile, given);
    } catch {
      // code that no tree could be made of
      return [{ kind: 'doubt', code: 'hidden-code', detail: `${language} code that cannot be read` }];
    }
  };
}

/**
 * Readers of code, by `Peeled.language`. Those of javascript, php and python import a parser: bundles that must start
 * fast load this file only for a line with such code.
 */
export const CODE_ANALYZERS: ReadonlyMap<string, CodeAnalyzer> = new Map(
  ANALYZERS.map(([language, analyze]): [string, CodeAnalyzer] => [language, bounded(language, analyze)]).concat([
    ['patch', analyzePatch], // read line by line, however long
  ]),
);
