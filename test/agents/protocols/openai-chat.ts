import { callId, events, MODEL, type Protocol, type Turn } from './protocol.ts';

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

interface Tool {
  readonly function?: { readonly name: string; readonly parameters?: object };
  readonly custom?: { readonly name: string };
}

/** Chat completions of OpenAI. */
export const openaiChat: Protocol = {
  matches: (path) => path.endsWith('/chat/completions'),
  offers: ({ body }) =>
    (body.tools ?? []).map(({ function: own, custom }: Tool) =>
      own === undefined ? { name: custom?.name } : { name: own.name, schema: own.parameters },
    ),
  results: ({ body }) => body.messages.filter(({ role }: { role: string }) => role === 'tool'),
  answer(turn, { body }) {
    const head = { id: 'chat_1', created: 1, model: body.model ?? MODEL };
    const finish_reason = turn.kind === 'call' ? 'tool_calls' : 'stop';
    const message = { role: 'assistant', ...said(turn) };
    if (!body.stream) {
      const choices = [{ index: 0, message, finish_reason }];
      return JSON.stringify({ ...head, object: 'chat.completion', choices, usage: USAGE });
    }
    const chunk = { ...head, object: 'chat.completion.chunk' };
    const steps = [
      { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
      { ...chunk, choices: [{ index: 0, delta: {}, finish_reason }], usage: USAGE },
    ];
    return `${events(steps)}data: [DONE]\n\n`;
  },
};

function said(turn: Turn): object {
  if (turn.kind === 'say') return { content: turn.text };
  const { at, tool: name, input } = turn;
  const call =
    typeof input === 'string'
      ? { type: 'custom', custom: { name, input } }
      : { type: 'function', function: { name, arguments: JSON.stringify(input) } };
  return { content: null, tool_calls: [{ index: 0, id: callId(at), ...call }] };
}
