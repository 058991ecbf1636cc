import { CALL_ID, events, MODEL, type Protocol, type Turn } from './protocol.ts';

const USAGE = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

/** Responses of OpenAI. */
export const openaiResponses: Protocol = {
  matches: (path) => path.endsWith('/responses'),
  offers: ({ body }) =>
    (body.tools ?? []).flatMap(({ name, parameters: schema }: { name?: string; parameters?: object }) =>
      name && schema ? [{ name, schema }] : [],
    ),
  results: ({ body }) => [body.input].flat().filter(({ type }: { type?: string }) => type === 'function_call_output'),
  answer(turn, { body }) {
    const item = itemOf(turn);
    const response = { id: 'resp_1', object: 'response', created_at: 1, model: body.model ?? MODEL };
    const done = { ...response, status: 'completed', output: [item], usage: USAGE };
    if (!body.stream) return JSON.stringify(done);
    return events(
      [
        { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
        { type: 'response.output_item.added', output_index: 0, item },
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: done },
      ],
      true,
    );
  },
};

function itemOf(turn: Turn): object {
  if (turn.kind === 'say') {
    const content = [{ type: 'output_text', text: turn.text, annotations: [] }];
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  }
  const { tool: name, input } = turn;
  return {
    type: 'function_call',
    id: 'fc_1',
    call_id: CALL_ID,
    name,
    arguments: JSON.stringify(input),
    status: 'completed',
  };
}
