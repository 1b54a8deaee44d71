import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { byteReader } from '../../lib/files/byte-reader.ts';
import { StartupError } from '../../lib/startup-error.ts';

/** Header of one file or folder in a pack: its length, this JSON, then that many bytes of content. Length 0 ends the pack. */
const entrySchema = z.strictObject({
  path: z.string().refine((value) => !path.isAbsolute(value) && !value.split('/').includes('..')),
  kind: z.enum(['file', 'folder']),
  size: z.int().min(0),
});
type Entry = z.infer<typeof entrySchema>;

const head = (entry: Entry): Buffer => {
  const text = Buffer.from(JSON.stringify(entry));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  return Buffer.concat([length, text]);
};

export async function* packFolder(name: string): AsyncGenerator<Buffer, void> {
  yield await Promise.resolve(head({ path: name, kind: 'folder', size: 0 }));
}

export async function* packText(name: string, text: string | Buffer): AsyncGenerator<Buffer, void> {
  const bytes = Buffer.from(text);
  yield await Promise.resolve(Buffer.concat([head({ path: name, kind: 'file', size: bytes.length }), bytes]));
}

const ZEROS = Buffer.alloc(65_536);

/**
 * Packs a file that may be written to meanwhile, with its length at opening. If it shrinks, the rest is filled with zeros; growth is left
 * out. Replaying the log corrects both.
 */
export async function* packFile(name: string, file: string): AsyncGenerator<Buffer, void> {
  const handle = await fs.open(file, 'r').catch((error: NodeJS.ErrnoException) => {
    // Deleted since the folder was listed.
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return;
  try {
    const { size } = await handle.stat();
    yield head({ path: name, kind: 'file', size });
    if (size === 0) return;
    let missing = size;
    const stream = createReadStream(file, { fd: handle.fd, autoClose: false, end: size - 1, highWaterMark: 1 << 18 });
    for await (const piece of stream) {
      missing -= (piece as Buffer).length;
      yield piece as Buffer;
    }
    for (; missing > 0; missing -= Math.min(missing, ZEROS.length))
      yield ZEROS.subarray(0, Math.min(missing, ZEROS.length));
  } finally {
    await handle.close();
  }
}

export async function* packEnd(): AsyncGenerator<Buffer, void> {
  yield await Promise.resolve(Buffer.alloc(4));
}

const cut = (): StartupError => new StartupError('The backup is cut short: take another one.');

export interface Unpacked {
  entry: Entry;
  /** Must be read before the next entry. */
  content: AsyncIterable<Buffer>;
}

/** The packed entries in order. Ends only at the end marker of the pack. */
export async function* unpack(source: AsyncIterable<Buffer>): AsyncGenerator<Unpacked, void> {
  const reader = byteReader(source);
  for (;;) {
    const length = await reader.take(4);
    if (length.length < 4) throw cut();
    // Nothing follows the end marker; reading on makes the seal verify its last chunk.
    if (length.readUInt32BE() === 0 && (await reader.take(1)).length === 0) return;
    const entry = entrySchema.parse(JSON.parse((await reader.take(length.readUInt32BE())).toString()));
    let missing = entry.size;
    const content = async function* (): AsyncGenerator<Buffer, void> {
      for await (const piece of reader.pieces(entry.size)) {
        missing -= piece.length;
        yield piece;
      }
    };
    yield { entry, content: content() };
    if (missing > 0) throw cut();
  }
}

/** Unpacks below a temporary folder, which is not used until the caller has verified it. */
export const unpackInto = async (
  folder: string,
  source: AsyncIterable<Buffer>,
  handOver: (path: string) => Promise<void>,
): Promise<void> => {
  for await (const { entry, content } of unpack(source)) {
    const target = path.join(folder, entry.path);
    if (entry.kind === 'folder') {
      await fs.mkdir(target, { recursive: true, mode: 0o700 });
    } else {
      const handle = await fs.open(target, 'wx', 0o600);
      try {
        for await (const piece of content) await handle.writeFile(piece);
      } finally {
        await handle.close();
      }
    }
    await handOver(target);
  }
};
