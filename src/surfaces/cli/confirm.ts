/** Asks at the terminal; false where there is none. */
export async function confirmed(question: string): Promise<boolean> {
  const { openTerminal } = await import('../../settle/askers/terminal.ts');
  const { confirm } = await import('../../settle/askers/tty.ts');
  const terminal = openTerminal();
  if (terminal === undefined) return false;
  try {
    return (await confirm(terminal, question)) === true;
  } finally {
    terminal.close();
  }
}

/** Asks at the terminal, Enter is yes: for what the person has just requested. undefined = there is no terminal. */
export async function agreed(question: string): Promise<boolean | undefined> {
  const { openTerminal } = await import('../../settle/askers/terminal.ts');
  const terminal = openTerminal();
  if (terminal === undefined) return undefined;
  try {
    const line = await terminal.ask(question);
    return line !== undefined && /^(y|yes|)$/i.test(line.trim());
  } finally {
    terminal.close();
  }
}

/** What is typed at the terminal; undefined = there is none, or nothing came. */
export async function answered(question: string): Promise<string | undefined> {
  const { openTerminal } = await import('../../settle/askers/terminal.ts');
  const terminal = openTerminal();
  if (terminal === undefined) return undefined;
  try {
    return await terminal.ask(question);
  } finally {
    terminal.close();
  }
}
