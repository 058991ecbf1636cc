import { expect, test } from 'vitest';
import { analyzePython } from '../../../src/code/python.ts';
import { mayAct } from '../../../src/code/python-acting.ts';
import { withoutDead } from '../../../src/code/python-dead.ts';

const left = (source: string) => withoutDead(source, mayAct)?.text;
const linesOf = (source: string) => analyzePython(source, [], true).map(({ line }) => line);

test('functions that nobody calls and that can do nothing are not parsed', () => {
  expect(left('def f(\n  a,\n):\n\n  return 1\n\nx()\n')).toBe('x()');
  expect(left('class A:\n  def f(self):\n    return 1\n\nx()')).toBe('class A:\n  pass\nx()');
  expect(linesOf('import os\n\ndef f():\n  return 1\n\nos.remove("""a\n\nb""")\nos.remove("c")\n')).toEqual([6, 9]);
});

test.each([
  ['it is named elsewhere', 'def f():\n  return 1\nx("f")'],
  ['the language calls it', 'class A:\n  def __init__(self):\n    return 1'],
  ['it has a decorator', '@a(1,\n  2)\ndef f():\n  return 1'],
  ['it may act', 'def f():\n  os.remove("x")'],
  ['it binds what is not its own', 'def f():\n  global x\n  x = 1'],
  ['it sets an attribute', 'def f(a):\n  a.b, c = 1, 2'],
  ['it fills a list', 'def f(a):\n  names.append(a)'],
  ['lines of it begin left of it', 'def f():\n  x = """\na"""\n  return 1'],
  ['it stands in a text', "x = '''\ndef f():\n  ''' ; y() ; z = '''\n'''"],
  ['texts may not end where they seem to', 'def f():\n  return 1\nx = f"{"a"}"'],
])('a function stays where %s', (_, source) => {
  expect(left(source)).toBeUndefined();
});

test('what only seems to be all of a function hides nothing', () => {
  for (const dead of [
    'def f():\n  return (\n1,\n2)',
    'def f():\n  x = 1 + \\\n2',
    'def f():\n  x = f"{"\'\'\'"}"',
    'def f():\n  "a',
  ])
    expect(linesOf(`import os\n${dead}\nos.remove("x")\n`)).toContain(dead.split('\n').length + 2);
});

test('functions in functions are looked at in a bounded time', () => {
  const nested = Array.from({ length: 600 }, (_, at) => `${' '.repeat(at)}def f${at}():`).join('\n');
  const before = Date.now();
  left(`${nested}\n${' '.repeat(600)}os.remove("x")`);
  expect(Date.now() - before).toBeLessThan(2000);
});
