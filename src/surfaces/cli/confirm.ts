/** A person at the terminal says yes; nobody there is no. */
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
