/** Tools that are some agent's shell and nothing else, whichever agent; the command is in their field `command`. */
export const SHELL_TOOLS: ReadonlySet<string> = new Set(
  (
    'Bash bash Shell shell exec Execute terminal run_command execute_command run_shell_command run_terminal_command ' +
    'run_terminal_cmd run_in_terminal execute_bash local_shell developer__shell'
  ).split(' '),
);

export const POWERSHELL_TOOLS: ReadonlySet<string> = new Set(['PowerShell', 'powershell', 'pwsh']);

/** The names of the shell in the rule languages: the history of a session has a command under each of them. */
export const RULE_SHELL_NAMES = ['shell', 'Bash', 'exec'] as const;
