/** Absolute paths of the sockets in a text as of /proc/net/unix, each once. Source: proc(5) */
export function boundSockets(text: string): readonly string[] {
  const paths = text.split('\n').flatMap((line) => /^[\da-f]+: (?:\S+ +){6}(\/.*)$/i.exec(line)?.[1] ?? []);
  return [...new Set(paths)];
}
