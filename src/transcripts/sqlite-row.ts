/** Columns by their names; a blob is none. */
export type Row = Readonly<Record<string, string | number | null>>;

/** Seven bits a byte, the highest first; the ninth has eight. */
export function varint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  for (let index = 0; index < 9; index++) {
    const byte = bytes.readUInt8(at + index);
    if (index === 8) return { value: value * 256 + byte, end: at + 9 };
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return { value, end: at + index + 1 };
  }
  return { value, end: at + 9 };
}

/** A record as it stands in a cell; columns that were added since are missing. */
export function rowOf(record: Buffer, columns: readonly string[]): Row {
  if (record.length === 0) return {};
  const head = varint(record, 0);
  const row: Record<string, string | number | null> = Object.create(null);
  let at = head.end;
  let body = head.value;
  for (const column of columns) {
    if (at >= head.value) break;
    const type = varint(record, at);
    at = type.end;
    const length = lengthOf(type.value);
    row[column] = columnOf(record.subarray(body, body + length), type.value);
    body += length;
  }
  return row;
}

/** Of numbers by their serial types, 0 to 9. */
const LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0];

function lengthOf(type: number): number {
  return type < 12 ? (LENGTHS[type] ?? 0) : Math.floor((type - 12) / 2);
}

function columnOf(bytes: Buffer, type: number): string | number | null {
  if (type >= 13 && type % 2 === 1) return bytes.toString('utf8');
  if (type === 0 || type >= 10) return null;
  if (type >= 8) return type - 8;
  if (type === 7) return bytes.readDoubleBE(0);
  return type === 6 ? Number(bytes.readBigInt64BE(0)) : bytes.readIntBE(0, bytes.length);
}

/** The names of the columns in `CREATE TABLE`, in their order. */
export function columnsOf(sql: string): readonly string[] {
  const body = sql.slice(sql.indexOf('(') + 1, sql.lastIndexOf(')'));
  const parts: string[] = [''];
  let depth = 0;
  for (const [token] of body.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|[(),]|[^'"`[(),]+/g)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += token;
  }
  const names = parts.map((part) => /^\s*(?:["`[]([^"`\]]+)["`\]]|(\w+))/.exec(part));
  const isConstraint = (name: string) => /^(?:constraint|primary|unique|check|foreign)$/i.test(name);
  return names.flatMap((found) => found?.[1] ?? (found?.[2] === undefined || isConstraint(found[2]) ? [] : found[2]));
}
