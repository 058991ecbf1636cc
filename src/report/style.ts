/** The style of the report, for light and dark screens and for paper. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #fbfbfa; --card: #fff; --ink: #1d2126; --dim: #666d76; --line: #e3e5e8;
  --ran: #8fa3b5; --approved: #5a9e6f; --asked: #d99a1c; --changed: #3d8fb8; --stopped: #c8443c; }
@media (prefers-color-scheme: dark) { :root { --paper: #15181c; --card: #1d2126; --ink: #e7e9ec; --dim: #98a1ab;
  --line: #30363d; --ran: #6c8196; --approved: #6db585; --asked: #e0a93b; --changed: #57a9d1; --stopped: #e5645b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1rem 3rem; max-width: 60rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
header h1 { margin: 0; font-size: 1rem; letter-spacing: .04em; color: var(--dim); font-weight: 600; }
header p { margin: .1rem 0 1.5rem; font-size: 1.6rem; line-height: 1.25; font-weight: 600; }
h2 { margin: 0 0 .75rem; font-size: 1rem; }
section { margin: 0 0 1.25rem; padding: 1.1rem 1.25rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; }
.tile b { display: block; font-size: 2rem; line-height: 1.1; font-variant-numeric: tabular-nums; }
.tile span { color: var(--dim); }
.tile i { display: inline-block; width: .7em; height: .7em; margin-right: .4em; border-radius: 2px; }
.lists { display: grid; grid-template-columns: repeat(auto-fit, minmax(10rem, 1fr)); gap: 1.5rem; }
dl { display: grid; grid-template-columns: 1fr auto; gap: .15rem 1rem; margin: 0; }
dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; }
th, td { padding: .35rem .6rem; text-align: right; border-bottom: 1px solid var(--line); font-weight: inherit; white-space: nowrap; }
th:first-child, td:first-child, .texts th, .texts td { text-align: left; padding-left: 0; }
.texts th, .texts td { padding-right: 1rem; vertical-align: top; }
.texts .command { white-space: normal; overflow-wrap: anywhere; min-width: 16rem; }
tfoot th, tfoot td { border-top: 2px solid var(--line); border-bottom: 0; font-weight: 600; }
thead th { color: var(--dim); font-size: .8rem; }
tbody tr:last-child > * { border-bottom: 0; }
code { font: .92em ui-monospace, monospace; }
svg { display: block; width: 100%; height: auto; font: 11px system-ui, sans-serif; fill: var(--dim); }
svg.bar { height: 4px; margin-top: 2px; min-width: 5rem; } svg.bar rect { fill: var(--ran); }
.grid { stroke: var(--line); }
rect.ran { fill: var(--ran); } rect.approved { fill: var(--approved); } rect.asked { fill: var(--asked); } rect.changed { fill: var(--changed); } rect.stopped { fill: var(--stopped); }
i.ran { background: var(--ran); } i.approved { background: var(--approved); } i.asked { background: var(--asked); } i.changed { background: var(--changed); } i.stopped { background: var(--stopped); }
.note { margin: .75rem 0 0; padding: .5rem .75rem; border-left: 3px solid var(--asked); font-size: .9rem; }
.note pre { margin: .4rem 0 0; overflow-x: auto; }
.dim, footer { color: var(--dim); font-size: .85rem; }
@media print { body { max-width: none; } section { break-inside: avoid; } }
`;
