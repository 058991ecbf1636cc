import { callId, events, MODEL, type Protocol, type Turn } from './protocol.ts';

const USAGE = { input_tokens: 1, output_tokens: 1 };

/** Messages of Anthropic. */
export const anthropic: Protocol = {
  matches: (path) => path.endsWith('/messages'),
  offers: ({ body }) => (body.tools ?? []).map(({ name, input_schema: schema }: never) => ({ name, schema })),
  results: ({ body }) =>
    body.messages
      .flatMap(({ content }: { content: unknown }) => content)
      .filter((part: { type?: string }) => part.type === 'tool_result'),
  answer(turn, { body }) {
    const block = blockOf(turn);
    const stop_reason = turn.kind === 'call' ? 'tool_use' : 'end_turn';
    const head = {
      id: `msg_${turn.kind === 'call' ? turn.at + 1 : 0}`,
      type: 'message',
      role: 'assistant',
      model: body.model ?? MODEL,
      stop_sequence: null,
    };
    if (!body.stream) return JSON.stringify({ ...head, content: [block], stop_reason, usage: USAGE });
    const empty = turn.kind === 'call' ? { ...block, input: {} } : { ...block, text: '' };
    return events(
      [
        { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage: USAGE } },
        { type: 'content_block_start', index: 0, content_block: empty },
        { type: 'content_block_delta', index: 0, delta: deltaOf(turn) },
        { type: 'content_block_stop', index: 0 },
        { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage: USAGE },
        { type: 'message_stop' },
      ],
      true,
    );
  },
};

function blockOf(turn: Turn): object {
  if (turn.kind === 'say') return { type: 'text', text: turn.text };
  return { type: 'tool_use', id: `toolu_${callId(turn.at)}`, name: turn.tool, input: turn.input };
}

function deltaOf(turn: Turn): object {
  if (turn.kind === 'say') return { type: 'text_delta', text: turn.text };
  return { type: 'input_json_delta', partial_json: JSON.stringify(turn.input) };
}
