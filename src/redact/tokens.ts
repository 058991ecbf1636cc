import type { Detector } from './hit.ts';
import { hitAt, UPPER } from './hit.ts';

/**
 * Secrets that are known by how they begin. Each: a literal that every one of them holds, where it stands in the token,
 * and the token as a regex source, greedy to its end. Minimum lengths are below those of real tokens: what looks like
 * one is masked. Sources: the issuers' documentation of their formats and the rules of gitleaks 8 and secretlint 12.
 */
const TOKENS: readonly (readonly [literal: string, offset: number, source: string])[] = [
  // code hosts
  ...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map((literal) => [literal, 0, `${literal}[A-Za-z0-9]{16,}`] as const),
  ['github_pat_', 0, 'github_pat_\\w{16,}'],
  ...['glpat-', 'glptt-', 'gldt-', 'glrt-', 'glcbt-', 'glft-', 'glsoat-', 'glagent-', 'glimt-', 'gloas-'].map(
    (literal) => [literal, 0, `${literal}[\\w-]{16,}(?:\\.[\\w-]{2,16}){0,2}`] as const,
  ),
  ['ATBB', 0, 'ATBB[A-Za-z0-9]{28,}'],
  // clouds
  ...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map((literal) => [literal, 0, `${literal}[A-Z0-9]{16}(?![A-Za-z0-9])`] as const),
  ['AIza', 0, 'AIza[\\w-]{30,}'],
  ['ya29.', 0, 'ya29\\.[\\w-]{20,}'],
  ['GOCSPX-', 0, 'GOCSPX-[\\w-]{20,}'],
  ['_v1_', 3, 'do[opr]_v1_[a-f0-9]{32,}'],
  ['HRKU-', 0, 'HRKU-[\\w-]{30,}'],
  ...['hvs.', 'hvb.', 'hvr.'].map((literal) => [literal, 0, `hv[sbr]\\.[\\w-]{20,}`] as const),
  ['.atlasv1.', 14, '[A-Za-z0-9]{14}\\.atlasv1\\.[\\w-]{40,}'],
  ['dapi', 0, 'dapi[a-f0-9]{32}(?:-\\d)?'],
  // models
  ['sk-', 0, 'sk-(?=[\\w-]{0,64}\\d)[\\w-]{16,}'],
  ['gsk_', 0, 'gsk_[A-Za-z0-9]{20,}'],
  ['xai-', 0, 'xai-[A-Za-z0-9]{20,}'],
  ['hf_', 0, 'hf_[A-Za-z0-9]{20,}'],
  ['r8_', 0, 'r8_[A-Za-z0-9]{30,}'],
  ['pplx-', 0, 'pplx-[A-Za-z0-9]{30,}'],
  // packages
  ['npm_', 0, 'npm_[A-Za-z0-9]{20,}'],
  ['pypi-', 0, 'pypi-[\\w-]{40,}'],
  ['dckr_', 0, 'dckr_(?:pat|oat)_[\\w-]{20,}'],
  ['rubygems_', 0, 'rubygems_[a-f0-9]{32,}'],
  // messages, payments, tools
  ['xox', 0, 'xox[abceoprs]-[A-Za-z0-9-]{8,}'],
  ['xapp-', 0, 'xapp-\\d-[A-Za-z0-9-]{10,}'],
  ['_live_', 2, '[rsp]k_live_[A-Za-z0-9]{10,}'],
  ['_test_', 2, '[rs]k_test_[A-Za-z0-9]{10,}'],
  ['whsec_', 0, 'whsec_[A-Za-z0-9+/=]{20,}'],
  ['SG.', 0, 'SG\\.[\\w-]{16,}\\.[\\w-]{16,}'],
  ['key-', 0, 'key-[a-f0-9]{32}(?![A-Za-z0-9])'],
  ...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map((literal) => [literal, 0, `${literal}[a-fA-F0-9]{32}`] as const),
  ['lin_api_', 0, 'lin_api_[A-Za-z0-9]{30,}'],
  ['ntn_', 0, 'ntn_[A-Za-z0-9]{30,}'],
  ['figd_', 0, 'figd_[\\w-]{30,}'],
  ['glsa_', 0, 'glsa_[A-Za-z0-9_]{30,}'],
  ['glc_', 0, 'glc_[A-Za-z0-9+/=]{30,}'],
  ['sbp_', 0, 'sbp_[a-f0-9]{30,}'],
  ['ops_eyJ', 0, 'ops_eyJ[\\w-]{40,}'],
  ['AGE-SECRET-KEY-', 0, 'AGE-SECRET-KEY-1[A-Z0-9]{40,}'],
  ['PMAK-', 0, 'PMAK-[a-f0-9]{20,}-[a-f0-9]{30,}'],
  ['NRAK-', 0, 'NRAK-[A-Z0-9]{20,}'],
  // of many issuers: a signed token of three parts, or of two where the second begins as one that was cut does
  ['eyJ', 0, 'eyJ[\\w-]{5,}(?:\\.[\\w-]{5,}(?:\\.[\\w-]*){1,3}|\\.eyJ[\\w-]*)'],
  ['Bearer ', 0, '(Bearer )(?=[\\w.~+/-]{0,64}\\d)[\\w.~+/=-]{16,}'],
];

/** Escapes that end in a letter, as in JSON, URLs and coloured output, are no part of the word that follows. */
const LEFT = '(?<=^|[^A-Za-z0-9_-]|\\\\[nrtbf]|%[0-9A-Fa-f]{2}|\\x1b\\[[\\d;]{0,12}m)';

export const TOKEN_DETECTORS: readonly Detector[] = TOKENS.map(([literal, offset, source]) => {
  let pattern: RegExp | undefined;
  const second = rarestPair(literal);
  const before = offset + second;
  return {
    pairs: [[literal.charAt(second - 1), literal.charAt(second)]],
    find(text, at, { hits }) {
      if (!text.startsWith(literal, at - second)) return;
      pattern ??= new RegExp(LEFT + source, 'y');
      const hit = hitAt(pattern, text, at - before);
      if (hit !== undefined) hits.push(hit);
    },
  };
});

/** Offset of the second character of the pair that other texts hold least. */
function rarestPair(literal: string): number {
  const rarity = (char: string) => (/[a-z0-9 ]/.test(char) ? 0 : UPPER.includes(char) ? 1 : 2);
  let best = 1;
  const score = (second: number) => rarity(literal.charAt(second)) + rarity(literal.charAt(second - 1));
  for (let second = 2; second < literal.length; second++) if (score(second) > score(best)) best = second;
  return best;
}
