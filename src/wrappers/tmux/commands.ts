/** What the words of a tmux command are. */
export type TmuxKind =
  | 'other' // nothing of it runs but `#(code)` in a format
  | 'window' // shell code, or the words of a program
  | 'code' // shell code; with -C tmux commands
  | 'condition' // shell code (with -F a format), and tmux commands
  | 'keys'
  | 'commands' // a tmux command
  | 'binding' // a name, and a tmux command
  | 'menu' // name, key and tmux command, again and again
  | 'option'
  | 'variable'
  | 'file' // files of tmux commands
  | 'detach' // -E: shell code
  | 'set-buffer'
  | 'load-buffer'
  | 'paste-buffer'
  | 'capture';

export interface TmuxCommand {
  readonly kind: TmuxKind;
  readonly flags: string;
  readonly valued: string;
}

/** `name alias flags valued kind`; `-` = none. */
const TABLE = `
  new-session new AdDEPX ceFfnstxy window
  new-window neww abdkPS ceFnt window
  split-window splitw bdfhIvPZ ceFlpt window
  respawn-pane respawnp k cet window
  respawn-window respawnw k cet window
  display-popup popup BCEN bcdehsStTwxy window
  run-shell run bCE cdt code
  pipe-pane pipep IOo t code
  if-shell if bF t condition
  send-keys send FHKlMRX cNt keys
  confirm-before confirm by pct commands
  command-prompt - 1beFkiNl IptT commands
  display-panes displayp bN dt commands
  choose-buffer - NrZ FfKOt commands
  choose-client - NrZ FfKOt commands
  choose-tree - GNrswyZ FfKOt commands
  bind-key bind nr TN binding
  set-hook - agpRuw tB binding
  display-menu menu OM bcCHtTxysS menu
  set-option set aFgopqsuUw t option
  set-window-option setw aFgoqu t option
  set-environment setenv Fhgru t variable
  source-file source Fnqv t file
  detach-client detach aP Est detach
  set-buffer setb aw bnt set-buffer
  load-buffer loadb w bt load-buffer
  paste-buffer pasteb dprS sbt paste-buffer
  capture-pane capturep aCeJMNpPqT bESt capture
`;

/** Commands of which no word runs, for the unique beginnings of names. */
const OTHERS = `
  attach-session break-pane clear-history clear-prompt-history clock-mode copy-mode customize-mode delete-buffer display-message
  find-window has-session join-pane kill-pane kill-server kill-session kill-window last-pane last-window link-window list-buffers
  list-clients list-commands list-keys list-panes list-sessions list-windows lock-client lock-server lock-session move-pane
  move-window new-layout next-layout next-window previous-layout previous-window refresh-client rename-session rename-window
  resize-pane resize-window rotate-window save-buffer select-layout select-pane select-window send-prefix server-access
  show-buffer show-environment show-hooks show-messages show-options show-prompt-history show-window-options start-server
  suspend-client swap-pane swap-window switch-client unbind-key unlink-window wait-for
`;
const OTHER_ALIASES =
  'attach a at breakp clearhist clearphist deleteb display findw has joinp killp killw lastp last linkw lsb lsc lscm lsk lsp ls lsw';

const rows = TABLE.trim()
  .split('\n')
  .map((row) => row.trim().split(' ') as [string, string, string, string, TmuxKind]);

const OTHER: TmuxCommand = { kind: 'other', flags: '', valued: '' };

/** By name and alias. Source: tmux(1) 3.3a and `tmux list-commands`; options of 3.5 from its manual, online. */
const COMMANDS: ReadonlyMap<string, TmuxCommand> = new Map([
  ...`${OTHERS} ${OTHER_ALIASES}`
    .trim()
    .split(/\s+/)
    .map((name) => [name, OTHER] as const),
  ...rows.flatMap(([name, alias, flags, valued, kind]) =>
    [name, alias].map((one) => [one, { kind, flags, valued: valued === '-' ? '' : valued }] as const),
  ),
]);

const NAMES = [...rows.map(([name]) => name), ...OTHERS.trim().split(/\s+/)];

/** A name, an alias or the unique beginning of a name, as tmux looks it up. */
export function tmuxCommand(name: string): TmuxCommand | undefined {
  const exact = COMMANDS.get(name);
  if (exact !== undefined || name === '') return exact;
  const [match, ...more] = NAMES.filter((one) => one.startsWith(name));
  return match === undefined || more.length > 0 ? undefined : COMMANDS.get(match);
}
