import { Readable } from 'node:stream';
import { type FileRule } from '@paceline/contract';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { isStorable, NOT_STORABLE } from '../lib/files/storable-text.ts';

/** An uploaded file. Its name is untrusted: shown, but never used as a path. */
export interface Upload {
  fileName: string;
  /** The whole content; empty where the call reads the stream. */
  bytes: Buffer;
  /** For calls that declare it. Ends with an error where the file is larger than the call accepts. */
  stream: Readable | null;
}

const missingFile = (): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'file', code: 'required', message: 'Choose a file.' }] });

const MEGABYTE = 1024 * 1024;
/** "Upload a .pdf, .docx or .xlsx file." The catalogue's message is about spreadsheets only. */
const wrongEnding = (endings: readonly string[]): AppError => {
  const last = endings.at(-1) ?? '';
  const message = `Upload ${/^[aeiox]/.test(endings[0] ?? '') ? 'an' : 'a'} ${endings
    .slice(0, -1)
    .map((ending) => `.${ending}`)
    .join(', ')} or .${last} file.`;
  return new AppError('FILE_TYPE', { message });
};
const isTooLarge = (error: unknown): boolean => (error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE';

const tooLarge = (most: number): AppError =>
  new AppError('FILE_TOO_LARGE', { message: `The file is larger than ${most / MEGABYTE} MB.` });

/** A file truncated at the limit must not pass for the whole file. */
const upTo = async function* (file: Readable & { truncated?: boolean }, most: number): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of file) yield chunk as Buffer;
  } catch (error) {
    throw isTooLarge(error) ? tooLarge(most) : error;
  }
  if (file.truncated === true) throw tooLarge(most);
};

export const readUpload = async (request: FastifyRequest, rule: FileRule): Promise<Upload> => {
  const { endings, bytes: most, streamed = false } = rule;
  if (!request.isMultipart()) throw missingFile();
  const part = await request.file({ limits: { fileSize: most, files: 1, fields: 20 } });
  if (part === undefined) throw missingFile();
  if (!isStorable(part.filename)) {
    throw new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'file', code: 'character', message: NOT_STORABLE }] });
  }
  const name = part.filename.toLowerCase();
  if (!endings.some((ending) => name.endsWith(`.${ending}`))) throw wrongEnding(endings);
  if (streamed)
    return { fileName: part.filename, bytes: Buffer.alloc(0), stream: Readable.from(upTo(part.file, most)) };
  const bytes = await part.toBuffer().catch((error: unknown) => {
    if (!isTooLarge(error)) throw error;
    throw tooLarge(most);
  });
  return { fileName: part.filename, bytes, stream: null };
};
