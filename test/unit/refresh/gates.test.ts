import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadBasePolicy } from '../../../src/refresh/base-policy.ts';
import { countGates, gateReport } from '../../../src/refresh/gate-report.ts';
import { gatesFor } from '../../../src/refresh/gates.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'temporary-gates-'));
  mkdirSync(join(home, '.config/safeshell/rules'), { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const settings = (text: string) => writeFileSync(join(home, '.config/safeshell/config.yaml'), text);
const rules = (text: string) => writeFileSync(join(home, '.config/safeshell/rules/mine.yaml'), text);
function shims(...programs: readonly string[]) {
  const folder = join(home, '.local/share/safeshell/shims');
  mkdirSync(folder, { recursive: true });
  for (const program of programs) writeFileSync(join(folder, program), '#!/bin/sh\n# safeshell shim.\n');
}
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
  shims('git', 'sudo');
  settings('audit: { everything: true }\n');
  expect(gates()).toEqual([]);
  expect(countGates({ HOME: home })).toEqual({ programs: 2, answering: 0 });
  expect(gateReport({ HOME: home }, ['git'])).toMatchObject([
    { gate: 'never', forced: [{ by: 'config.yaml has everything recorded' }] },
  ]);
  settings('audit: { everything: false }\n');
  expect(gates()).toEqual(['git', 'rm']);
  expect(countGates({ HOME: home })).toEqual({ programs: 2, answering: 1 });
  const reports = gateReport({ HOME: home }, ['git', 'rm', 'sudo']) ?? [];
  expect(reports.map(({ command, gate }) => [command, gate !== 'never'])).toEqual([
    ['git', true],
    ['rm', true],
    ['sudo', false],
  ]);
});
