import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openStream, sealingKey, sealStream } from './sealed-stream.ts';
import { StartupError } from '../startup-error.ts';

const KEY = sealingKey(Buffer.alloc(32, 1));
const MB = 1024 * 1024;
const HEAD = 18 + 8 + 16;
const CHUNK = 4 + 16 + MB;

/** Splits into pieces that match no chunk boundary. */
async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += 100_003)
    yield await Promise.resolve(bytes.subarray(from, from + 100_003));
}
const collect = async (source: AsyncIterable<Buffer>): Promise<Buffer> => {
  const all: Buffer[] = [];
  for await (const bytes of source) all.push(bytes);
  return Buffer.concat(all);
};
const seal = (bytes: Buffer, name = 'a file') => collect(sealStream(KEY, name, pieces(bytes)));
const open = (bytes: Buffer, name = 'a file', key = KEY) => collect(openStream(key, name, pieces(bytes)));
const sentence = async (opening: Promise<unknown>): Promise<string> => {
  const error: unknown = await opening.catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
};

test.each([0, 1, MB - 1, MB, MB + 1, 3 * MB])('%i bytes round-trip, and no part is readable', async (n) => {
  const bytes = Buffer.alloc(n, 'Castellwright');
  const sealed = await seal(bytes);
  expect(sealed.includes('Castell')).toBe(false);
  expect((await open(sealed)).equals(bytes)).toBe(true);
});

test('another key, another name', async () => {
  const sealed = await seal(randomBytes(10));
  expect(await sentence(open(sealed, 'a file', sealingKey(Buffer.alloc(32, 2))))).toMatch(/sealed with another key/);
  expect(await sentence(open(sealed, 'another file'))).toMatch(/another file was changed/);
});

test('truncated anywhere, also between two chunks', async () => {
  const sealed = await seal(randomBytes(2 * MB + 5));
  for (const end of [HEAD - 1, HEAD, HEAD + 2, HEAD + CHUNK, HEAD + CHUNK + 10, sealed.length - 1])
    expect(await sentence(open(sealed.subarray(0, end)))).toMatch(/is cut short/);
  expect(await sentence(open(sealed.subarray(1)))).toMatch(/not a file that Paceline sealed/);
});

test('a changed bit, swapped or missing chunks, appended bytes', async () => {
  const sealed = await seal(randomBytes(3 * MB));
  const flipped = Buffer.from(sealed);
  flipped[HEAD + CHUNK + 100]! ^= 1;
  const part = (from: number, to: number) => sealed.subarray(HEAD + from * CHUNK, HEAD + to * CHUNK);
  const head = sealed.subarray(0, HEAD);
  const swapped = Buffer.concat([head, part(1, 2), part(0, 1), part(2, 3)]);
  const without = Buffer.concat([head, part(0, 1), part(2, 3)]);
  for (const bytes of [flipped, swapped, without, Buffer.concat([sealed, Buffer.from('x')])])
    expect(await sentence(open(bytes))).toMatch(/a file was changed/);
});
