import { shippedPolicy } from '../../src/policy/load.ts';
import { once } from '../../src/util/once.ts';

/** The shipped rules, compiled once for all files of a worker, which takes 2 s of processor time: for reading alone. */
export const shipped = once(shippedPolicy);
