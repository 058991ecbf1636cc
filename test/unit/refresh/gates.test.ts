import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadBasePolicy } from '../../../src/refresh/base-policy.ts';
import { countGates, gateReport } from '../../../src/refresh/gate-report.ts';
import { gatesFor } from '../../../src/refresh/gates.ts';
import { fullName } from '../../../src/util/full-name.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'temporary-gates-'));
  mkdirSync(join(home, '.config/safeshell/rules'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const settings = (text: string) => writeFileSync(join(home, '.config/safeshell/config.yaml'), text);
const rules = (text: string) => writeFileSync(join(home, '.config/safeshell/rules/mine.yaml'), text);
const gates = () => Object.keys(gatesFor(loadBasePolicy({ HOME: home }))(['git', 'rm', 'sudo']).byProgram);

test('are kept, and made anew when the sources change', () => {
  expect(gates()).toEqual(['git', 'rm']);
  expect(gates()).toEqual(['git', 'rm']);
  rules('version: 1\nrules:\n  - { name: no-rm, commands: [rm], action: deny, message: No. }\n');
  expect(gates()).toEqual(['git']);
});

test('are those of the last good versions where files have errors', () => {
  rules('version: 1\nrules:\n  - { name: no-rm, commands: [rm], action: deny, message: No. }\n');
  expect(gates()).toEqual(['git']);
  rules('version: 2\nruls: []\n');
  expect(gates()).toEqual(['git']);
});

test('are none where everything is recorded, and the report says so', () => {
  settings('audit: { everything: true }\n');
  expect(gates()).toEqual([]);
  const report = gateReport({ HOME: home })?.find(({ command }) => command === 'git');
  expect(countGates({ HOME: home })).toMatchObject({ answering: 0 });
  expect(report).toMatchObject({ gate: 'never', forced: [{ by: 'config.yaml has everything recorded' }] });
  settings('audit: { everything: false }\n');
  expect(gates()).toEqual(['git', 'rm']);
  const reports = gateReport({ HOME: home }) ?? [];
  // no shim of another name than the grammar's has one
  const own = reports.filter(({ command }) => fullName(command) === command);
  const answering = own.filter(({ gate }) => gate !== 'never').length;
  expect(countGates({ HOME: home })).toEqual({ programs: reports.length, answering });
});
