import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import * as z from 'zod';
import type { JudgeSettings } from '../model/judge.ts';
import type { HttpQuestion } from './prompt.ts';

/** The longest answer that is read; ours have a few hundred. */
const MAX_BYTES = 64 * 1024;

const reply = z.strictObject({
  applies: z.boolean(),
  confidence: z.number().min(0).max(1),
  reason: z.string().max(200),
});

const openai = z.object({ choices: z.array(z.object({ message: z.object({ content: z.string() }) })).length(1) });
const anthropic = z.object({ content: z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1) });

export type ModelReply = z.infer<typeof reply>;

/**
 * Asks once. undefined = no answer that counts: not in time, not of this shape to the letter, too long, another status than 200, a
 * redirect. Never throws.
 */
export async function askEndpoint(
  kind: JudgeSettings['kind'],
  question: HttpQuestion,
  timeoutMs: number,
): Promise<ModelReply | undefined> {
  try {
    return replyIn(kind, await post(question, timeoutMs));
  } catch {
    return undefined;
  }
}

function replyIn(kind: JudgeSettings['kind'], body: string): ModelReply | undefined {
  const envelope: unknown = JSON.parse(body);
  const text =
    kind === 'openai' ? openai.parse(envelope).choices[0]?.message.content : anthropic.parse(envelope).content[0]?.text;
  const read = reply.safeParse(JSON.parse(text ?? ''));
  return read.success ? read.data : undefined;
}

/** One connection, closed after the answer, so that no process stays for it. */
function post({ url, headers, body }: HttpQuestion, timeoutMs: number): Promise<string> {
  const send = url.startsWith('https:') ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const sent = send(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let length = 0;
      if (response.statusCode !== 200) sent.destroy(new Error(`status ${response.statusCode}`));
      response.on('error', reject);
      response.on('data', (chunk: Buffer) => {
        length += chunk.length;
        if (length > MAX_BYTES) sent.destroy(new Error('too long'));
        else chunks.push(chunk);
      });
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('close', () => reject(new Error('closed')));
    });
    sent.end(body);
  });
}
