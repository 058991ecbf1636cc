import { parse } from 'yaml';

/** A larger file takes the parser longer than a start may wait. */
const MAX_LENGTH = 32 * 1024;
const MAX_OPEN = 64;

/** Nobody writes it, and the parser recurses or collects an error for each: what nests too deep even ends the process. */
const TANGLED = [
  /(?:^|\n)(?:[ \t]*[-?:][ \t]){12}/, // lists in lists on one line
  /(?:^|\n)[ \t]{100}/,
  /(?:[&!*|>][^\s]* +){12}/,
  /(["'])\1{7}/,
];

/** The value of a YAML file; undefined where there is none, or it is large, deep or refers to itself too often. */
export function readYaml(text: string): unknown {
  if (text.length > MAX_LENGTH || mostOpen(text) > MAX_OPEN || TANGLED.some((shape) => shape.test(text)))
    return undefined;
  try {
    return parse(text, { schema: 'core', merge: true, uniqueKeys: false, maxAliasCount: 100, logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

function mostOpen(text: string): number {
  let [open, most] = [0, 0];
  for (const bracket of text.match(/[[\]{}]/g) ?? []) {
    open = bracket === '[' || bracket === '{' ? open + 1 : Math.max(0, open - 1);
    most = Math.max(most, open);
  }
  return most;
}
