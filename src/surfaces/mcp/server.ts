import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { decideWithJudge, readRequest, worldOf } from '../../api/ask.ts';
import type { GuardRequest } from '../../api/contract.ts';
import { openRules } from '../../api/rules.ts';
import { verdictWord } from '../../model/decision.ts';
import type { Environment } from '../../model/request.ts';
import { classifierInForce } from '../../policy/classifier.ts';
import { settingsInForce } from '../../policy/settings.ts';
import { latchedRules } from '../../session/in-session.ts';
import { openSession } from '../../session/persisted-session.ts';
import type { PlanStep } from '../../session/plan.ts';
import { openInbox } from '../../store/inbox.ts';
import { type Layout, sessionFolder } from '../../store/layout.ts';
import { decisionText, explainText } from '../../text/decision.ts';
import { decisionJson } from '../../text/decision-json.ts';
import { createPaint } from '../../text/paint.ts';
import { type Approval, requestApproval, stepText } from './approval.ts';
import { CHECK, EXPLAIN, REQUEST_APPROVAL, requestOf, type Subject } from './tools.ts';

export interface McpServerOptions {
  readonly env: Environment;
  /** absolute */
  readonly cwd: string;
  readonly layout: Layout;
  /** of the agent that started us, as it is now */
  sessionId(): string;
  readonly version: string;
  warn(problem: string): void;
}

const PLAIN = createPaint(false);

const INSTRUCTIONS = `safeshell guards the shell and the tools of this session. Ask \`check\` what it would say of a command
before you run it. Where several steps will need a person's approval, ask for all of them at once with \`request_approval\`,
then do exactly these steps. Nothing here runs anything.`;

/** The guard as tools that an agent may call. It answers for the actor ai; nothing that an agent says approves anything. */
export function createMcpServer(place: McpServerOptions): McpServer {
  const { cwd, env, layout, warn } = place;
  const server = new McpServer({ name: 'safeshell', version: place.version }, { instructions: INSTRUCTIONS });
  const rules = openRules({ env });
  const kept = () => {
    const id = place.sessionId();
    return openSession({
      id,
      folder: sessionFolder(layout, id),
      latched: () => latchedRules(rules.policyAt(cwd)),
      warn,
    });
  };
  const classifier = () => classifierInForce(layout, () => settingsInForce(layout))();
  const read = (asked: GuardRequest, sessionId: string) => ({
    ...readRequest(asked, { env, cwd, actor: 'ai' }),
    sessionId,
  });
  const decide = (asked: Subject) => {
    const session = kept().read();
    const request = read(requestOf(asked), session.id);
    const standing = { policy: rules.policyAt(request.cwd), session, classifier, detail: true };
    return decideWithJudge(request, standing, layout);
  };
  const approve = (asked: readonly GuardRequest[], waitMs: number, signal: AbortSignal) => {
    const session = kept();
    const steps = asked.map((one): PlanStep => {
      const request = read(one, session.id);
      return { request, world: worldOf(request, { policy: rules.policyAt(request.cwd), classifier }) };
    });
    return requestApproval(steps, { kept: session, inbox: openInbox(layout.state.inbox), cwd, waitMs, signal });
  };

  server.registerTool('check', CHECK, (asked) =>
    answered(async () => {
      const decision = await decide(asked);
      return { text: decisionText(decision, PLAIN), structured: decisionJson(decision) };
    }),
  );
  server.registerTool('explain', EXPLAIN, (asked) =>
    answered(async () => {
      const decision = await decide(asked);
      return { text: explainText(decision, PLAIN), structured: decisionJson(decision, true) };
    }),
  );
  server.registerTool('request_approval', REQUEST_APPROVAL, ({ steps, cwd: at, wait_seconds }, { signal }) =>
    answered(async () => {
      const requests = steps.map((step) => requestOf({ ...step, cwd: at }));
      return approvalAnswer(await approve(requests, wait_seconds * 1000, signal));
    }),
  );
  return server;
}

const NEXT: Readonly<Record<Approval['status'], string>> = {
  approved: 'Approved: do exactly these steps; they run without a question.',
  partly_approved: 'Some steps are approved. Do only those that are; the others ask again.',
  denied: 'Not approved. Do not do these steps, and do not reach the same effect another way.',
  waiting:
    'A person has to answer: `safeshell approve` in a terminal of their own. Tell them, and call again with the same steps.',
};

function approvalAnswer({ status, steps, reason }: Approval) {
  const told = steps.map(({ request, decision, isGated, gates }, index) => ({
    step: index + 1,
    what: stepText(request),
    verdict: verdictWord(decision),
    runs: !isGated,
    rules: gates.map(({ rule }) => rule.id),
    message: decisionJson(decision).message,
  }));
  const lines = told.map(({ step, what, verdict, runs, rules }) => {
    const why = rules.length > 0 ? `  [${rules.join(', ')}]` : '';
    return `${step}. ${runs ? 'runs' : verdict}  ${what}${why}`;
  });
  const said = reason === undefined ? [] : [`The person says: ${reason}`];
  return {
    text: [NEXT[status], ...said, ...lines].join('\n'),
    structured: { status, reason: reason ?? null, steps: told },
  };
}

interface Answer {
  readonly text: string;
  readonly structured: object;
}

/** What cannot be judged is an error of the tool: an agent takes it for a no. */
async function answered(work: () => Answer | Promise<Answer>): Promise<CallToolResult> {
  try {
    const { text, structured } = await work();
    return { content: [{ type: 'text', text }], structuredContent: structured as Record<string, unknown> };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { isError: true, content: [{ type: 'text', text: `safeshell: not judged, so not approved: ${problem}` }] };
  }
}
