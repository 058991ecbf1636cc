import { events, MODEL, type Protocol } from './protocol.ts';

/** generateContent of Google, at once or as a stream. */
export const geminiContent: Protocol = {
  matches: (path) => /:(stream)?generateContent$/i.test(path),
  offers: ({ body }) =>
    (body.tools ?? [])
      .flatMap(({ functionDeclarations = [] }) => functionDeclarations)
      .map(({ name, parametersJsonSchema, parameters }: Record<string, never>) => ({
        name,
        schema: parametersJsonSchema ?? parameters,
      })),
  results: ({ body }) =>
    body.contents
      .flatMap(({ parts }: { parts: unknown }) => parts)
      .filter(({ functionResponse }: { functionResponse?: object }) => functionResponse),
  answer(turn, { path }) {
    const part = turn.kind === 'say' ? { text: turn.text } : { functionCall: { name: turn.tool, args: turn.input } };
    const content = { role: 'model', parts: [part] };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const answer = { candidates: [{ index: 0, content, finishReason: 'STOP' }], usageMetadata, modelVersion: MODEL };
    return path.includes(':stream') ? events([answer]) : JSON.stringify(answer);
  },
};
