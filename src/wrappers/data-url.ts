import { fromBase64 } from '../encodings/decoders.ts';

/** The code in `data:text/javascript,code` or `data:..;base64,code`; undefined = no such address. */
export function dataCode(address: string): string | undefined {
  const [, type, data] = /^data:([^,]{0,200}),(.*)$/s.exec(address) ?? [];
  if (type === undefined || data === undefined) return undefined;
  if (/;base64$/i.test(type)) return fromBase64(data);
  try {
    return decodeURIComponent(data);
  } catch {
    return data;
  }
}
