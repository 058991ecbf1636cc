import { callId, events, MODEL, type Offer, type Protocol, type Turn } from './protocol.ts';

const USAGE = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

interface Tool {
  readonly type?: string;
  readonly name?: string;
  readonly parameters?: object;
  /** of a namespace */
  readonly tools?: readonly Tool[];
}

/** Responses of OpenAI. */
export const openaiResponses: Protocol = {
  matches: (path) => path.endsWith('/responses'),
  offers: ({ body }) =>
    (body.tools ?? []).flatMap((tool: Tool) => [
      ...offersOf(tool),
      ...(tool.tools ?? []).flatMap(offersOf).map((one) => ({ ...one, name: `${tool.name}/${one.name}` })),
    ]),
  results: ({ body }) =>
    [body.input]
      .flat()
      .filter(({ type }: { type?: string }) => /^(function|custom_tool)_call_output$/.test(type ?? '')),
  answer(turn, { body }) {
    const item = itemOf(turn);
    const response = {
      id: `resp_${turn.kind === 'call' ? turn.at + 1 : 0}`,
      object: 'response',
      created_at: 1,
      model: body.model ?? MODEL,
    };
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

function offersOf({ type, name, parameters: schema }: Tool): readonly Offer[] {
  return name && (schema || type === 'custom') ? [{ name, ...(schema && { schema }) }] : [];
}

function itemOf(turn: Turn): object {
  if (turn.kind === 'say') {
    const content = [{ type: 'output_text', text: turn.text, annotations: [] }];
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  }
  const { at, tool, input } = turn;
  const [name, namespace] = tool.split('/').reverse();
  const call = { call_id: callId(at), name, ...(namespace !== undefined && { namespace }), status: 'completed' };
  if (typeof input === 'string') return { type: 'custom_tool_call', id: `ctc_${at + 1}`, ...call, input };
  return { type: 'function_call', id: `fc_${at + 1}`, ...call, arguments: JSON.stringify(input) };
}
