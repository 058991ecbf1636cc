import type { Hit } from './hit.ts';

const KEPT = 2;

/** `text` from `from` to `to` with all hits masked; they may reach beyond it. Its length stays. */
export function masked(text: string, hits: readonly Hit[], from = 0, to = text.length): string {
  const parts: string[] = [];
  let done = from;
  for (const hit of hits) {
    const [start, end] = hidden(text, hit, from);
    if (end <= done || start >= to) continue;
    parts.push(text.slice(done, Math.max(done, start)), '*'.repeat(Math.min(end, to) - Math.max(done, start)));
    done = Math.min(end, to);
  }
  return parts.length === 0 ? text.slice(from, to) : parts.join('') + text.slice(done, to);
}

/**
 * The first and last two characters stay, where there are more than four and they are whole ones. Of what began before
 * `from`, where its beginning may be out unmasked, nothing more stays.
 */
function hidden(text: string, { start, end, whole }: Hit, from: number): readonly [number, number] {
  const isLong = end - start > 2 * KEPT && isPlain(text, start) && isPlain(text, end - KEPT);
  return isLong && whole !== true && start >= from ? [start + KEPT, end - KEPT] : [start, end];
}

function isPlain(text: string, at: number): boolean {
  return text.charCodeAt(at) < 128 && text.charCodeAt(at + 1) < 128;
}
