import { LIMITS } from '@paceline/contract';
import { type FastifyRequest } from 'fastify';
import { AppError } from '../lib/app-error.ts';
import { isStorable, NOT_STORABLE } from '../lib/storable-text.ts';

/** One uploaded spreadsheet, whole. Its name is the sender's word: shown, never used as a path. */
export interface Upload {
  fileName: string;
  bytes: Buffer;
}

const SPREADSHEET = /\.(xlsx|csv)$/i;

const missingFile = (): AppError =>
  new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'file', code: 'required', message: 'Choose a file.' }] });

export const readUpload = async (request: FastifyRequest): Promise<Upload> => {
  if (!request.isMultipart()) throw missingFile();
  const part = await request.file({ limits: { fileSize: LIMITS.uploadBytes, files: 1, fields: 20 } });
  if (part === undefined) throw missingFile();
  if (!isStorable(part.filename)) {
    throw new AppError('ILLEGAL_ARGUMENTS', { errors: [{ field: 'file', code: 'character', message: NOT_STORABLE }] });
  }
  if (!SPREADSHEET.test(part.filename)) throw new AppError('FILE_TYPE');
  const bytes = await part.toBuffer();
  return { fileName: part.filename, bytes };
};
