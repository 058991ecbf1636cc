import type { ImportedAction } from './importer.ts';

/**
 * A regex on the address that `WebFetch(domain:..)` is about. `*.` at the beginning stands for any subdomain at any depth, `*`
 * alone for every domain, another `*` for text between two dots. An allow rule takes plainly written addresses alone.
 * Source: code.claude.com/docs/en/permissions, "WebFetch" (2026-08).
 */
export function webSource(domain: string, action: ImportedAction): string {
  const host = domain.toLowerCase().replace(/\.$/, '');
  if (action === 'allow')
    return `^https?://${hostSource(host, '[a-z0-9-]+', '(?:[a-z0-9-]+\\.)+')}(?::\\d+)?(?:[/?#]|$)`;
  const wide = hostSource(host, '[^./\\\\?#]*', '(?:[^/\\\\?#]*\\.)?');
  return `(?i)^\\s*[a-z]+:[/\\\\]*(?:[^/\\\\?#]*@)?${wide}\\.?(?::\\d*)?(?:[/\\\\?#]|\\s*$)`;
}

function hostSource(host: string, label: string, labels: string): string {
  if (host === '*') return `${labels}${label}`;
  const rest = host.startsWith('*.') ? host.slice(2) : host;
  const source = rest
    .split('*')
    .map((piece) => piece.replaceAll('.', '\\.'))
    .join(label);
  return rest === host ? source : `${labels}${source}`;
}
