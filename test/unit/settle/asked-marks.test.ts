import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { operationSignature } from '../../../src/operation/signature.ts';
import { createAskedMarks } from '../../../src/settle/asked-marks.ts';
import { createSessionApprovals } from '../../../src/settle/session-approvals.ts';
import { requestOf } from '../../support/judged.ts';

const root = mkdtempSync(join(tmpdir(), 'asked-'));
afterAll(() => rmSync(root, { recursive: true }));
const folder = () => mkdtempSync(join(root, 'session-'));

const REQUEST = requestOf(['frob', 'x'], { actor: 'ai' });

test('exactly what was handed to the dialog is marked, for every door of the session', () => {
  const session = folder();
  expect(createAskedMarks(session).has(REQUEST)).toBe(false);
  createAskedMarks(session).add(REQUEST);
  expect(createAskedMarks(session).has(REQUEST)).toBe(true);
  expect(createAskedMarks(session).has(requestOf(['frob', 'y'], { actor: 'ai' }))).toBe(false);
  expect(createAskedMarks(folder()).has(REQUEST)).toBe(false);
});

test('a mark is no approval', () => {
  const session = folder();
  createAskedMarks(session).add(REQUEST);
  expect(createSessionApprovals(session).has({ id: operationSignature(REQUEST), grounds: [] })).toBe(false);
});

test('nothing is marked where nothing can be kept', () => {
  const file = join(folder(), 'file');
  writeFileSync(file, '');
  const marks = createAskedMarks(file);
  expect(() => marks.add(REQUEST)).not.toThrow();
});
