import type { Ast } from '../parse/parse.ts';
import { LIMITS } from './limits.ts';
import type { Source } from './source.ts';

/** The bodies that a function may have; several where branches define it differently. */
export interface FunctionDefinition {
  readonly bodies: readonly FunctionBody[];
  /** it may have more bodies than are kept */
  readonly isTruncated?: boolean;
  /** false: after some branch it is not defined, and the program of that name runs */
  readonly certain: boolean;
  /** `export -f`: shells that this one starts have it too */
  readonly exported?: boolean;
  /** `readonly -f`: bash refuses another body and to remove it, other shells do not */
  readonly readonly?: boolean;
}

export interface FunctionBody {
  readonly node: Ast.Function['body'];
  /** the text that the node's positions index, and whether that is the line itself */
  readonly text: string;
  readonly spans: boolean;
  /** see Frame */
  readonly inFile: boolean;
  readonly source: Source | undefined;
}

/** After a function is given a body, or removed (undefined). One that is read-only may keep its own as well. */
export function redefined(current: FunctionDefinition | undefined, body: FunctionBody | undefined): FunctionDefinition {
  const bodies = body === undefined ? [] : [body];
  const certain = body !== undefined;
  return current?.readonly === true
    ? { ...current, ...someOf([...bodies, ...current.bodies], current.isTruncated === true), certain }
    : { bodies, certain };
}

/** What a function is after branches that define it differently. */
export function joinedFunction(definitions: readonly (FunctionDefinition | undefined)[]): FunctionDefinition {
  const all = [...new Set(definitions.flatMap((one) => one?.bodies ?? []))];
  return {
    ...someOf(
      all,
      definitions.some((one) => one?.isTruncated === true),
    ),
    certain: definitions.every((one) => one?.certain === true),
    exported: definitions.some((one) => one?.exported === true),
    readonly: definitions.some((one) => one?.readonly === true),
  };
}

function someOf(
  bodies: readonly FunctionBody[],
  isTruncated: boolean,
): Pick<FunctionDefinition, 'bodies' | 'isTruncated'> {
  return { bodies: bodies.slice(0, LIMITS.bodies), isTruncated: isTruncated || bodies.length > LIMITS.bodies };
}
