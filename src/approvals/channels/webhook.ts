import { createHmac } from 'node:crypto';
import type { PendingRequest, WebhookSettings } from '../../model/approval.ts';
import type { Said } from '../../settle/asker.ts';
import type { RemoteChannel } from '../../settle/askers/inbox.ts';
import { isRecord, isString } from '../../util/guards.ts';
import { backedOff, call, pause } from './http.ts';
import { remoteAnswer } from './remote-answer.ts';

const CALL_MS = 30_000;
const ASK_AGAIN_MS = 1000;
/** A server that fails so often in a row is given up: nobody answers there. */
const MAX_FAILURES = 10;

/**
 * POST with the question; the same again, with `try` counted up, until the answer holds `{"answer": ..}`; at last one with
 * what became of it. See docs/approvals.md.
 */
export function webhook(settings: WebhookSettings, pauseMs: number = ASK_AGAIN_MS): RemoteChannel {
  return {
    async ask(request, inbox, stop) {
      for (let attempt = 1, failures = 0; !stop.aborted && failures < MAX_FAILURES; attempt++) {
        const answered = await post({ type: 'approval_request', try: attempt, ...shown(request) }, settings, stop);
        const said = answered && saidIn(answered.body);
        if (said !== undefined) {
          const isFirst = inbox.answer(request, said);
          await post(
            { type: 'approval_closed', id: request.id, taken: isFirst },
            settings,
            AbortSignal.timeout(CALL_MS),
          );
          return;
        }
        failures = answered !== undefined && answered.status < 300 ? 0 : failures + 1;
        await pause(backedOff(pauseMs, failures), stop);
      }
    },
  };
}

function post(message: object, { url, secret }: WebhookSettings, stop: AbortSignal) {
  const body = JSON.stringify({ version: 1, ...message });
  const headers: Record<string, string> =
    secret === undefined
      ? {}
      : { 'x-safeshell-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
  return call({ url, method: 'POST', body, headers, stop, timeoutMs: CALL_MS });
}

function shown(request: PendingRequest): object {
  const { id, actor, how, session, cwd, what, runs, rule, severity, reasons, help, waiter } = request;
  const until = waiter === undefined ? undefined : new Date(waiter.untilMs).toISOString();
  return { id, actor, how, session, cwd, command: what, runs, rule, severity, reasons, help, until };
}

function saidIn(body: unknown): Said | undefined {
  if (!isRecord(body) || !isString(body.answer)) return undefined;
  const minutes = typeof body.minutes === 'number' ? body.minutes : undefined;
  const reason = isString(body.reason) ? body.reason : undefined;
  const by = isString(body.by) ? `webhook:${body.by}` : 'webhook';
  return remoteAnswer({ answer: body.answer, minutes, reason, who: by });
}
