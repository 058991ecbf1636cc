import type { Content, KeptPath, Stat } from './record.ts';

/** JSON of it and a line feed: as `JSON.stringify` writes it, in a third of the time, of which there are thousands. */
export function lineOf(kept: KeptPath): string {
  const start = `{"path":${quoted(kept.path)},"type":"${kept.type}"`;
  if (kept.type === 'absent') return `${start}}\n`;
  return `${start},"stat":${ofStat(kept.stat)}${ofRest(kept)}}\n`;
}

function ofRest(kept: Exclude<KeptPath, { type: 'absent' }>): string {
  if (kept.type === 'file') return `,"content":${ofContent(kept.content)}`;
  if (kept.type === 'link') return `,"target":${quoted(kept.target)}`;
  return kept.isWhole ? ',"isWhole":true' : '';
}

function ofStat({ dev, ino, mode, size, mtimeMs, ctimeMs, uid, gid }: Stat): string {
  return `{"dev":${dev},"ino":${ino},"mode":${mode},"size":${size},"mtimeMs":${mtimeMs},"ctimeMs":${ctimeMs},"uid":${uid},"gid":${gid}}`;
}

/** Hashes and names of our own files need no escapes. */
function ofContent(content: Content): string {
  if (content.in === 'git') return `{"in":"git","repository":${content.repository},"blob":"${content.blob}"}`;
  if (content.in === 'object') return `{"in":"object","hash":"${content.hash}"}`;
  const { hash, file, offset, bytes } = content;
  return `{"in":"small","hash":"${hash}","file":"${file}","offset":${offset},"bytes":${bytes}}`;
}

const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}
