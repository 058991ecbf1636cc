import type { Environment } from '../model/request.ts';
import { connectTo } from './connect.ts';
import { startBroker } from './start.ts';

const EVERY_MS = 60_000;

/** Has a broker listen, see startBroker, until the returned function is called: one ends by itself where nobody comes for a while. */
export function keepBroker(socket: string, shims: string, own: Environment): () => void {
  const keep = () => {
    startBroker(socket, shims, own);
    const visit = connectTo(socket);
    visit.on('connect', () => visit.destroy()).on('error', () => {}); // it has just been started
  };
  keep();
  const timer = setInterval(keep, EVERY_MS);
  return () => clearInterval(timer);
}
