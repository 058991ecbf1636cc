import type { Paint } from '../text/paint.ts';
import { plural } from '../text/plural.ts';
import { printable } from '../text/printable.ts';

/** What `log verify` found; the shape of its --json. */
export interface Verified {
  readonly ok: boolean;
  readonly files: readonly {
    readonly file: string;
    readonly bytes: number;
    readonly records: number;
    readonly torn: number;
    readonly altered: number;
    readonly sealed_bytes: number;
  }[];
  readonly seals: number;
  /** hash of the last seal */
  readonly head: string | null;
  readonly problems: readonly { readonly code: string; readonly file: string; readonly at: number }[];
}

const SENTENCES: Readonly<Record<string, (at: number) => string>> = {
  'altered-record': (at) => `line ${at} is not as it was written`,
  'altered-seal': (at) => `line ${at} is not as it was written`,
  'broken-chain': (at) => `the seal at ${at} does not follow the one before it`,
  changed: (at) => `what was sealed from byte ${at} on has been changed`,
  truncated: (at) => `what was sealed from byte ${at} on is no longer all there`,
  missing: () => 'was sealed, and is gone',
  unreadable: () => 'cannot be read',
};

/** Every file with what is in it, then what is wrong. */
export function verificationText({ files, seals, head, problems, ok }: Verified, paint: Paint): string {
  const rows = files.map(({ file, records, torn, altered, bytes, sealed_bytes: sealed }) => {
    const share = bytes === 0 || sealed === bytes ? 'sealed' : `${bytes - sealed} bytes not sealed`;
    const parts = [
      plural(records, 'record'),
      ...(torn ? [`${torn} torn`] : []),
      ...(altered ? [`${altered} altered`] : []),
    ];
    return `${printable(file)}  ${parts.join(', ')}, ${share}`;
  });
  const wrong = problems.map(
    ({ code, file, at }) => `${paint.verdict('deny', 'problem')}  ${printable(file)}: ${SENTENCES[code]?.(at) ?? code}`,
  );
  const end = ok
    ? [`All records are as they were written: ${plural(seals, 'seal')}${head === null ? '' : `, the last is ${head}`}`]
    : [];
  return [...rows, ...wrong, ...end].join('\n') || 'No records found.';
}
