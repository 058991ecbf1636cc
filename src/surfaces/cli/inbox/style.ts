/** The style of the page, after that of the report, whose colours it shares. */
export const PAGE_STYLE = `
:root { --yes: #17703f; --yes-ink: #fff; --no: #b3261e; --focus: #1f6feb; --code: #f3f4f5; --mark: #fde9b8; --mark-ink: #6b4400;
  --critical: #b3261e; --high: #8f4a00; --medium: #3a5a86; --shade: rgb(20 24 30 / .08); }
@media (prefers-color-scheme: dark) { :root { --yes: #4fc287; --yes-ink: #0c1a12; --no: #ff9a91; --focus: #86b6ff; --code: #14181c;
  --mark: #4b3a12; --mark-ink: #ffd98a; --critical: #ff9a91; --high: #f0b45c; --medium: #9cc1ee; --shade: rgb(0 0 0 / .35); } }
html { scroll-padding-top: 4.5rem; }
body { max-width: none; padding: 0 0 5rem; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 0; outline: 0; }
[hidden] { display: none !important; }
h1 { margin: 0 0 1.1rem; font-size: 1.6rem; line-height: 1.25; font-weight: 600; }
h2 { font-size: 1rem; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: .5rem; top: -4rem; z-index: 3; padding: .5rem .75rem; background: var(--card); color: var(--ink); border-radius: 8px; }
.skip:focus { top: .5rem; }

.top { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: .75rem; padding: .6rem max(1rem, calc((100vw - 58rem) / 2));
  background: var(--card); border-bottom: 1px solid var(--line); }
header.top p { margin: 0; font-size: 1rem; line-height: 1.5; }
.brand { display: flex; align-items: center; gap: .5rem; font-weight: 650; }
nav { display: flex; gap: .25rem; margin-left: .5rem; }
nav button { padding: .35rem .75rem; border: 0; white-space: nowrap; border-radius: 8px; background: none; color: var(--dim); font: inherit; font-weight: 550; cursor: pointer; }
nav button:hover { background: var(--code); }
nav button[aria-current] { background: var(--code); color: var(--ink); }
.count { display: inline-block; min-width: 1.4em; margin-left: .45em; padding: 0 .4em; border-radius: 1em; background: var(--ink); color: var(--card);
  font-size: .8em; text-align: center; font-variant-numeric: tabular-nums; }
header.top .connection { margin-left: auto; color: var(--dim); font-size: .85rem; white-space: nowrap; }
.connection::before { content: ""; display: inline-block; width: .6em; height: .6em; margin-right: .45em; border-radius: 50%; background: var(--asked); }
.connection.live::before { background: var(--yes); }
.connection.ended::before { background: var(--stopped); }
.round { width: 2rem; height: 2rem; border: 1px solid var(--line); border-radius: 50%; background: none; color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }

.empty { padding: 2.5rem 1.25rem; border: 1px dashed var(--line); border-radius: 10px; color: var(--dim); text-align: center; }
.questions { list-style: none; margin: 0 0 1.25rem; padding: 0; display: grid; gap: 1rem; }
.questions > li { min-width: 0; }
.card { padding: 1rem 1.25rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 1px 3px var(--shade); outline: 0; }
.card.is-selected { border-color: var(--focus); box-shadow: 0 0 0 1px var(--focus), 0 4px 14px var(--shade); }
.card .head { display: flex; flex-wrap: wrap; align-items: center; gap: .35rem .6rem; margin: 0 0 .7rem; font-size: .85rem; color: var(--dim); }
.chip { padding: .05rem .55rem; border: 1px solid currentcolor; border-radius: 1em; font-weight: 600; color: var(--dim); }
.chip.critical { color: var(--critical); } .chip.high { color: var(--high); } .chip.medium { color: var(--medium); }
.chip.later { border-style: dashed; }
.when { color: var(--dim); font-size: .85rem; font-variant-numeric: tabular-nums; }
.head .when { margin-left: auto; }
.card .command { margin: 0 0 .75rem; font-size: 1.05rem; font-weight: 500; display: grid; gap: .35rem; }
.card .command code { display: block; padding: .65rem .8rem; background: var(--code); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere;
  unicode-bidi: isolate; direction: ltr; }
mark { padding: 0 .2em; border-radius: 3px; background: var(--mark); color: var(--mark-ink); }
.reason { margin: 0 0 .5rem; }
.facts { grid-template-columns: minmax(0, 1fr); gap: .15rem; margin: 0 0 1rem; font-size: .9rem; }
.facts > div { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .75rem; }
.facts dt { color: var(--dim); } .facts dd { text-align: left; overflow-wrap: anywhere; }

.answers, .answers .others, .panel .others { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; }
.answers { gap: .75rem 1rem; }
.main { display: flex; gap: .5rem; }
.answers button, .panel button, dialog button, footer button, .given button { padding: .45rem .85rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
  color: var(--ink); font: inherit; font-size: .9rem; cursor: pointer; }
.main button { padding: .55rem 1.1rem; font-size: 1rem; font-weight: 600; }
button.yes, .main button.yes { background: var(--yes); border-color: var(--yes); color: var(--yes-ink); }
button.no, .main button.no { border-color: var(--no); color: var(--no); }
button:hover { filter: brightness(.96); }
.others button { border-color: transparent; background: var(--code); }
.others button.yes { background: var(--yes); } .others button.no { border-color: var(--no); background: var(--card); }
.others button[aria-expanded="true"] { border-color: var(--focus); }
kbd { display: inline-block; min-width: 1.5em; padding: 0 .35em; border: 1px solid currentcolor; border-radius: 4px; font: .8em/1.4 ui-monospace, monospace; text-align: center; }
button kbd { margin-left: .55em; border-color: color-mix(in srgb, currentcolor 45%, transparent); }
@media (hover: none), (pointer: coarse), (max-width: 40rem) { button kbd { display: none; } }
.card.is-fresh button { cursor: progress; }
.card.is-held { background: none; box-shadow: none; } .card.is-held .command code { border: 1px solid var(--line); }
p.given { margin: 0; } .yes b, b.yes { color: var(--yes); } .no b, b.no { color: var(--no); }
.left { color: var(--dim); font-variant-numeric: tabular-nums; }
.panel { margin-top: .9rem; padding-top: .9rem; border-top: 1px solid var(--line); }
.panel form { display: grid; gap: .5rem; }
.panel p { margin: 0; }
.panel label { font-size: .9rem; color: var(--dim); }
.panel input { width: 100%; padding: .5rem .7rem; border: 1px solid var(--dim); border-radius: 8px; background: var(--paper); color: var(--ink); font: inherit; }
.panel input[type=number] { width: 8rem; }
.panel pre { margin: 0 0 .5rem; padding: .65rem .8rem; max-height: 20rem; overflow: auto; background: var(--code); border-radius: 8px;
  font: .85rem/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }

.rows { list-style: none; margin: 0; padding: 0; font-size: .9rem; }
.rows > li { display: grid; align-items: baseline; gap: .1rem 1rem; padding: .4rem 0; border-bottom: 1px solid var(--line); }
.rows > li:last-child { border-bottom: 0; }
.rows code { min-width: 0; overflow-wrap: anywhere; }
.rows time { color: var(--dim); font-variant-numeric: tabular-nums; }
.recent > li { grid-template-columns: 5.6rem 6rem minmax(0, 1fr) auto; }
.recent code { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.word i { display: inline-block; width: .7em; height: .7em; margin-right: .5em; border-radius: 2px; }
.rows.given > li { grid-template-columns: minmax(0, 1fr) auto auto; }
.rows.given p { grid-column: 1 / -1; margin: 0; }
.report section:first-child { margin-top: 0; }
#report footer { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; }
#report footer p { margin: 0; }

dialog { max-width: 34rem; width: calc(100vw - 2rem); padding: 1.25rem 1.5rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); color: var(--ink);
  box-shadow: 0 12px 40px var(--shade); }
dialog::backdrop { background: rgb(10 12 15 / .5); }
.keys { grid-template-columns: minmax(0, 1fr); gap: .3rem; }
.keys > div { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: 1rem; align-items: baseline; }
.keys dt { display: flex; gap: .3rem; } .keys dd { text-align: left; }
dialog input { margin: 0 .5rem 0 0; }
.toast { position: fixed; left: 50%; bottom: 1.25rem; z-index: 3; max-width: calc(100vw - 2rem); padding: .6rem 1rem; border-radius: 10px; background: var(--ink);
  color: var(--paper); font-size: .95rem; transform: translateX(-50%); overflow-wrap: anywhere; box-shadow: 0 6px 20px var(--shade); }
.toast:empty { display: none; }
@media (prefers-reduced-motion: no-preference) { .card { transition: border-color .12s, box-shadow .12s; } html { scroll-behavior: smooth; } }
@media (max-width: 40rem) {
  .top { gap: .4rem; padding-inline: .75rem; } nav { margin-left: 0; } nav button { padding-inline: .55rem; }
  main { padding-inline: .75rem; } h1 { font-size: 1.35rem; }
  .card { padding-inline: .9rem; } .head .when { margin-left: 0; }
  .facts > div { grid-template-columns: minmax(0, 1fr); gap: 0; margin-bottom: .25rem; }
  .answers .main { display: grid; grid-template-columns: 1fr 1fr; width: 100%; }
  .answers .others { display: grid; grid-template-columns: 1fr 1fr; width: 100%; }
  .recent > li { grid-template-columns: auto 1fr; } .recent code { grid-column: 1 / -1; grid-row: 2; } .recent .dim { display: none; }
  .rows.given > li { grid-template-columns: minmax(0, 1fr) auto; } .rows.given code { grid-column: 1 / -1; }
}
@media (max-width: 30rem) { header.top .brand { font-size: 0; gap: 0; } }
.is-over nav, .is-over .round, .is-over .connection { display: none; }
@media (forced-colors: active) { .card.is-selected { outline: 3px solid Highlight; } }
`;
