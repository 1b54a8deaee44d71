import { DISPUTE_FILE_BYTES, DISPUTE_FILE_ENDINGS, DISPUTE_FILES } from '@paceline/contract';
import { AppError } from '../../../lib/app-error.ts';
import { endingOf, hasContentOf } from '../../../lib/files/file-kind.ts';
import { isStorable, NOT_STORABLE } from '../../../lib/files/storable-text.ts';

const refuse = (code: string, message: string): AppError =>
  new AppError('VALIDATION', { errors: [{ field: 'file', code, message }] });

export interface CheckedFile {
  name: string;
  contentType: string;
  content: Buffer;
}

/** A file is accepted only if its extension and its content are both of the same allowed type. */
export const checkDisputeFile = async ({ name, content }: { name: string; content: string }): Promise<CheckedFile> => {
  const ending = endingOf(name, DISPUTE_FILE_ENDINGS);
  const accepted = DISPUTE_FILE_ENDINGS.join(', ');
  if (!isStorable(name)) throw refuse('character', NOT_STORABLE);
  if (ending === null) throw refuse('type', `Attach one of these: ${accepted}.`);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > DISPUTE_FILE_BYTES) throw refuse('size', 'The file is larger than 5 MB.');
  if (!(await hasContentOf(DISPUTE_FILES[ending], bytes)))
    throw refuse('content', `The file is no .${ending} file. Attach one of these: ${accepted}.`);
  return { name, contentType: DISPUTE_FILES[ending], content: bytes };
};
