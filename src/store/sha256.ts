import { createHash } from 'node:crypto';

/** FIPS 180-4: the first 32 bits of the fraction of each of the first 64 primes' cube root. */
const ROUND_CONSTANTS = Int32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
/** as many as words of its schedule, and rounds */
const BLOCK_BYTES = 64;

/** In UTF-16 units. For more, loading node:crypto costs less than it spares. */
const SHORT = 4096;

/** SHA-256 of bytes or of UTF-8 text, hex. */
export function sha256(content: string | Uint8Array): string {
  if (typeof content === 'string' && content.length <= SHORT) return ofShort(content);
  return createHash('sha256').update(content).digest('hex');
}

/**
 * Half a millisecond for a record; loading node:crypto for the same costs three to nine, up to a third of all that a
 * call takes. Rotations are written out: calls cost most of it where nothing is compiled yet.
 */
function ofShort(text: string): string {
  const message = padded(Buffer.from(text));
  const state = Int32Array.from(START);
  const words = new Int32Array(BLOCK_BYTES);
  for (let at = 0; at < message.byteLength; at += BLOCK_BYTES) {
    schedule(words, message, at);
    compress(state, words);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function padded(bytes: Uint8Array): DataView {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setUint32(message.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(message.length - 4, bytes.length << 3);
  return view;
}

function schedule(words: Int32Array, message: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = message.getInt32(at + i * 4);
  for (let i = 16; i < BLOCK_BYTES; i++) {
    const a = words[i - 15] as number;
    const b = words[i - 2] as number;
    const small0 = ((a >>> 7) | (a << 25)) ^ ((a >>> 18) | (a << 14)) ^ (a >>> 3);
    const small1 = ((b >>> 17) | (b << 15)) ^ ((b >>> 19) | (b << 13)) ^ (b >>> 10);
    words[i] = (words[i - 16] as number) + small0 + (words[i - 7] as number) + small1;
  }
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < BLOCK_BYTES; i++) {
    const big1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const big0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const first = (h + big1 + ((e & f) ^ (~e & g)) + (ROUND_CONSTANTS[i] as number) + (words[i] as number)) | 0;
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word;
}
