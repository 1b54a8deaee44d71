import { type FileRule } from '@paceline/contract';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { isStorable, NOT_STORABLE } from '../lib/storable-text.ts';

/** One uploaded file, whole. Its name is the sender's word: shown, never used as a path. */
export interface Upload {
  fileName: string;
  bytes: Buffer;
}

const missingFile = (): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'file', code: 'required', message: 'Choose a file.' }] });

const MEGABYTE = 1024 * 1024;
/** "Upload a .pdf, .docx or .xlsx file." The catalogue has the words for a spreadsheet. */
const wrongEnding = (endings: readonly string[]): AppError => {
  const last = endings.at(-1) ?? '';
  const message = `Upload ${/^[aeiox]/.test(endings[0] ?? '') ? 'an' : 'a'} ${endings
    .slice(0, -1)
    .map((ending) => `.${ending}`)
    .join(', ')} or .${last} file.`;
  return new AppError('FILE_TYPE', { message });
};
const isTooLarge = (error: unknown): boolean => (error as { code?: unknown }).code === 'FST_REQ_FILE_TOO_LARGE';

export const readUpload = async (request: FastifyRequest, { endings, bytes: most }: FileRule): Promise<Upload> => {
  if (!request.isMultipart()) throw missingFile();
  const part = await request.file({ limits: { fileSize: most, files: 1, fields: 20 } });
  if (part === undefined) throw missingFile();
  if (!isStorable(part.filename)) {
    throw new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'file', code: 'character', message: NOT_STORABLE }] });
  }
  const name = part.filename.toLowerCase();
  if (!endings.some((ending) => name.endsWith(`.${ending}`))) throw wrongEnding(endings);
  const bytes = await part.toBuffer().catch((error: unknown) => {
    if (!isTooLarge(error)) throw error;
    throw new AppError('FILE_TOO_LARGE', { message: `The file is larger than ${most / MEGABYTE} MB.` });
  });
  return { fileName: part.filename, bytes };
};
