import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { STYLE } from '../../../report/style.ts';
import { runningProduct } from '../../../store/product.ts';
import { PAGE_TEXT as TEXT } from '../../../text/inbox-page.ts';
import type { Assets } from './server.ts';
import { PAGE_STYLE } from './style.ts';

/** Built from src/surfaces/page. Throws what node:fs throws where the installation is incomplete. */
export function pageAssets(script = readFileSync(join(runningProduct(), 'dist', 'page.js'), 'utf8')): Assets {
  return {
    '': { type: 'text/html; charset=utf-8', text: PAGE },
    'page.js': { type: 'text/javascript; charset=utf-8', text: script },
    'page.css': { type: 'text/css; charset=utf-8', text: `${STYLE}${PAGE_STYLE}` },
    'icon.svg': { type: 'image/svg+xml', text: ICON },
  };
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#1d2126"/><path d="M8 11l6 5-6 5" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/><rect x="17" y="19.5" width="8" height="3" rx="1.5" fill="#e0a93b"/></svg>`;

/** What is there before the script runs; the script finds its places by their ids. */
const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${TEXT.title}</title>
<link rel="icon" href="icon.svg">
<link rel="stylesheet" href="page.css">
<script type="module" src="page.js"></script>
</head>
<body>
<a class="skip" href="#main">${TEXT.skip}</a>
<header class="top">
<p class="brand"><img src="icon.svg" alt="" width="24" height="24">safeshell</p>
<nav aria-label="${TEXT.views}">
<button type="button" id="show-inbox" aria-current="page" aria-keyshortcuts="1">${TEXT.inbox}<span id="count" class="count" hidden></span></button>
<button type="button" id="show-report" aria-keyshortcuts="2">${TEXT.report}</button>
</nav>
<p id="connection" class="connection" role="status">${TEXT.connecting}</p>
<button type="button" id="show-help" class="round" aria-keyshortcuts="?" aria-label="${TEXT.help}">?</button>
</header>
<main id="main" tabindex="-1">
<noscript><p>${TEXT.noScript}</p></noscript>
<div id="inbox"></div>
<div id="report" hidden></div>
<div id="notice" hidden></div>
</main>
<div id="toast" class="toast" role="status"></div>
<div id="spoken" class="spoken" role="status"></div>
</body>
</html>
`;
