import type { Facts } from '../model/facts.ts';
import type { Analysis } from '../model/invocation.ts';
import type { Loss } from '../model/loss.ts';

/** What the starts of a line would destroy of what stands there now. Pure: asks the facts alone, and never throws. */
export declare function lossesOf(analysis: Analysis, facts: Facts): readonly Loss[];
