import type { ServerResponse } from 'node:http';

/** Open pages, notified of every change by server-sent events. */
export interface Streams {
  /** false = there are too many */
  add(response: ServerResponse, latest: string): boolean;
  /** Sends the state to all pages, unless it is the one sent last. */
  send(data: string): void;
  count(): number;
  end(): void;
}

/** Tabs at a time. */
const MAX_STREAMS = 16;
/** What a page that reads nothing may leave lying before it is left. */
const MAX_BEHIND_BYTES = 4_000_000;
/** A page that hears nothing for longer takes the connection for lost. */
export const BEAT_MS = 5000;

export function createStreams(onCount: (count: number) => void): Streams {
  const open = new Set<ServerResponse>();
  let last = '';
  const write = (response: ServerResponse, text: string) => {
    response.write(text);
    if (response.writableLength > MAX_BEHIND_BYTES) response.destroy();
  };
  const beat = setInterval(() => {
    for (const one of open) write(one, ':\n\n');
  }, BEAT_MS);
  beat.unref();
  return {
    add(response, latest) {
      if (open.size >= MAX_STREAMS) return false;
      open.add(response);
      response.on('close', () => {
        open.delete(response);
        onCount(open.size);
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      write(response, eventText(latest));
      onCount(open.size);
      return true;
    },
    send(data) {
      if (data === last) return;
      last = data;
      for (const one of open) write(one, eventText(data));
    },
    count: () => open.size,
    end() {
      clearInterval(beat);
      for (const one of open) one.end('event: end\ndata:\n\n');
    },
  };
}

/** JSON has no line breaks, so it is one line of data. */
function eventText(data: string): string {
  return `data: ${data}\n\n`;
}
