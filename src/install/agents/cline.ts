import { join } from 'node:path';
import type { AgentIntegration } from './agent.ts';
import { OURS } from './common.ts';

/** It starts an executable file that is named like the event. */
export const cline: AgentIntegration = {
  name: 'cline',
  title: 'Cline',
  files: ({ home, project, command }) => {
    const folder = project === undefined ? join(home, '.cline', 'hooks') : join(project, '.clinerules', 'hooks');
    const text = `#!/bin/sh\n# ${OURS}\nexec ${command}\n`;
    return [{ kind: 'own', path: join(folder, 'PreToolUse'), text, executable: true }];
  },
  refuse: (errorMessage) => ({ cancel: true, errorMessage }),
  next: 'in the editor, switch Hooks on in its settings',
};
