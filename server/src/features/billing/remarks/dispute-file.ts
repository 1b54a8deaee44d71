import { DISPUTE_FILE_BYTES, DISPUTE_FILE_ENDINGS, DISPUTE_FILES, type DisputeFile } from '@paceline/contract';
import { fileTypeFromBuffer } from 'file-type';
import { AppError } from '../../../lib/app-error.ts';
import { isStorable, NOT_STORABLE } from '../../../lib/storable-text.ts';

const refuse = (code: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field: 'file', code, message }] });

const endingOf = (name: string): DisputeFile | null => {
  const ending = /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return DISPUTE_FILE_ENDINGS.find((one) => one === ending) ?? null;
};

/** Text that a browser could take for a page, or that is none at all, is not taken. */
const isPlainText = (bytes: Buffer): boolean => {
  if (bytes.includes(0)) return false;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return !text.trimStart().startsWith('<');
  } catch {
    return false;
  }
};

const isOf = async (ending: DisputeFile, bytes: Buffer): Promise<boolean> => {
  const found = await fileTypeFromBuffer(bytes);
  if (ending === 'csv' || ending === 'txt') return found === undefined && isPlainText(bytes);
  return found?.mime === DISPUTE_FILES[ending];
};

export interface CheckedFile {
  name: string;
  contentType: string;
  content: Buffer;
}

/** A file is what its name says and its content shows, both of the list, or it is refused. */
export const checkDisputeFile = async ({ name, content }: { name: string; content: string }): Promise<CheckedFile> => {
  const ending = endingOf(name);
  const accepted = DISPUTE_FILE_ENDINGS.join(', ');
  if (!isStorable(name)) throw refuse('character', NOT_STORABLE);
  if (ending === null) throw refuse('type', `Attach one of these: ${accepted}.`);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > DISPUTE_FILE_BYTES) throw refuse('size', 'The file is larger than 5 MB.');
  if (!(await isOf(ending, bytes)))
    throw refuse('content', `The file is no .${ending} file. Attach one of these: ${accepted}.`);
  return { name, contentType: DISPUTE_FILES[ending], content: bytes };
};
