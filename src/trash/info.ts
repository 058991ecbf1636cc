/** What a `.trashinfo` file says. Source: freedesktop.org Trash specification 1.0. */
export interface TrashInfo {
  /** absolute in the home trash, relative to the top of the volume elsewhere */
  readonly path: string;
  /** local time, `YYYY-MM-DDThh:mm:ss` */
  readonly deleted: string;
}

export function formatInfo({ path, deleted }: TrashInfo): string {
  const escaped = path.split('/').map(encodeURIComponent).join('/');
  return `[Trash Info]\nPath=${escaped}\nDeletionDate=${deleted}\n`;
}

/** Of several keys of one name the first counts. undefined = it is none. */
export function parseInfo(text: string): TrashInfo | undefined {
  const lines = text.split('\n');
  if (lines[0]?.trim() !== '[Trash Info]') return undefined;
  const value = (key: string) =>
    lines
      .find((line) => line.startsWith(`${key}=`))
      ?.slice(key.length + 1)
      .trim();
  const path = decoded(value('Path') ?? '');
  return path ? { path, deleted: value('DeletionDate') ?? '' } : undefined;
}

function decoded(escaped: string): string | undefined {
  try {
    return decodeURIComponent(escaped);
  } catch {
    return undefined;
  }
}

/** `date` in local time, as the specification wants it. */
export function localStamp(date: Date): string {
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}
