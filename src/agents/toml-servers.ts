import { parseJson } from '../util/guards.ts';
import type { McpFile, McpServers } from './mcp.ts';

const TABLE = /^\s*\[\s*mcp_servers\s*\.\s*(?:([\w-]+)|"([^"\\]*)")\s*\]\s*(?:#.*)?$/;
const PAIR = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/;

/**
 * Servers in tables `[mcp_servers.NAME]` of TOML, as `codex mcp add` writes them: one pair a line, texts and lists in the
 * spelling that JSON shares. A pair that cannot be parsed is kept as an unknown field. Any other mention of `mcp_servers` makes
 * the whole file unknown.
 */
export function tomlServers(path: string): McpFile {
  return { path, servers };
}

function servers(text: string): McpServers | undefined {
  const found = new Map<string, Record<string, unknown>>();
  let table: Record<string, unknown> | undefined;
  for (const line of text.split(/\r?\n/)) {
    const header = TABLE.exec(line);
    if (header !== null) {
      const name = header[1] ?? header[2] ?? '';
      if (found.has(name)) return undefined;
      table = {};
      found.set(name, table);
      continue;
    }
    if (line.includes('mcp_servers')) return undefined;
    if (/^\s*\[/.test(line)) table = undefined;
    else if (table !== undefined) addPair(table, line);
  }
  return Object.fromEntries(found);
}

function addPair(table: Record<string, unknown>, line: string): void {
  if (/^\s*(#.*)?$/.test(line)) return;
  const [, name = line, value = ''] = PAIR.exec(line) ?? [];
  table[Object.hasOwn(table, name) ? line : name] = parseJson(value);
}
