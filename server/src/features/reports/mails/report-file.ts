import { type QuestionAnswer, type ReportFileFormat } from '@paceline/contract';
import { buffer } from 'node:stream/consumers';
import { writeCsv, writeSheet } from '../../../lib/sheet/write-sheet.ts';
import { questionSheet } from '../question-sheet.ts';

/** Mail servers refuse more, and so would ours. */
const MAX_FILE_BYTES = 8 * 1024 * 1024;

/** All rows as a file, the same as the screen's; null where it is too large to be mailed. */
export const writeReportFile = async (
  answer: QuestionAnswer,
  format: ReportFileFormat,
  said: readonly string[],
): Promise<{ content: Buffer; contentType: string } | null> => {
  const sheet = questionSheet(answer, said);
  const { content, contentType } = format === 'csv' ? writeCsv(sheet) : writeSheet(sheet);
  const bytes = await buffer(content);
  return bytes.length > MAX_FILE_BYTES ? null : { content: bytes, contentType };
};
