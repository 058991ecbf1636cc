/**
 * A line of PowerShell as far as it matters what it starts. Source: about_Parsing, about_Operators (PowerShell 7.4).
 */

export type Part =
  | { readonly text: string }
  /** lower case, with its scope: `env:path` */
  | { readonly variable: string }
  | { readonly body: readonly Statement[] };

export type Value =
  /** `bare` = a word without quotes */
  | { readonly kind: 'text'; readonly parts: readonly Part[]; readonly bare: boolean }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  /** `( )`, `$( )`, `@( )` */
  | { readonly kind: 'script'; readonly body: readonly Statement[] }
  | { readonly kind: 'block'; readonly body: readonly Statement[] }
  /** `[type]::method(args)`, `object.method(args)` */
  | { readonly kind: 'call'; readonly on: string | Value; readonly method: string; readonly args: readonly Value[] }
  /** what becomes of these is not known: operators, tables, properties */
  | { readonly kind: 'unknown'; readonly inside: readonly Value[] };

export interface Redirection {
  readonly append: boolean;
  readonly target: Value;
}

/** A command with its arguments, or a value that flows into the next command. */
export type Element =
  | {
      readonly kind: 'command';
      readonly name: Value;
      readonly args: readonly Value[];
      readonly redirects: readonly Redirection[];
    }
  | { readonly kind: 'value'; readonly value: Value; readonly redirects: readonly Redirection[] };

export type Statement =
  /** `to`: the variable that takes what it prints, or gets it added */
  | { readonly kind: 'pipeline'; readonly elements: readonly Element[]; readonly to?: string; readonly adds?: true }
  /** the condition, and the blocks that may run */
  | { readonly kind: 'branch'; readonly head: readonly Statement[]; readonly bodies: readonly (readonly Statement[])[] }
  | { readonly kind: 'loop'; readonly head: readonly Statement[]; readonly body: readonly Statement[] }
  | {
      readonly kind: 'each';
      readonly variable: string;
      readonly source: readonly Statement[];
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'function'; readonly name: string; readonly body: readonly Statement[] };
