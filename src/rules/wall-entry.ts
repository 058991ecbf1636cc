import * as z from 'zod';

const LABEL = '[a-z\\d](?:[a-z\\d-]*[a-z\\d])?';
/** `*.com` would be nearly everything. */
const DOMAIN = new RegExp(
  `^(?:(?:\\*\\.${LABEL}\\.|${LABEL}\\.)(?:${LABEL}\\.)*${LABEL}(?::[1-9]\\d{0,4})?|localhost:[1-9]\\d{0,4})$`,
  'i',
);

const domain = z
  .string()
  .regex(DOMAIN, 'a domain or IPv4 address: `example.com`, `*.example.com`, with or without `:443`; `localhost:8080`');

/** `wall` in config.yaml: what `safeshell run --wall` lets through. */
export const wallEntry = z
  .strictObject({
    domains: z.array(domain).optional().describe('what an agent behind a wall may connect to unasked'),
  })
  .nullish()
  .describe('what the wall of `safeshell run --wall` lets through');

export interface WallWords {
  /** `example.com`, `*.example.com`, each with a port or for all of them */
  readonly domains: readonly string[];
}

export function wallWords(written: z.infer<typeof wallEntry>): WallWords {
  return { domains: written?.domains ?? [] };
}
