import { strFromU8, unzipSync } from 'fflate';
import { extractText, getDocumentProxy } from 'unpdf';

/** A document's words on one line. */
export const pdfText = async (pdf: Uint8Array): Promise<string> => {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
};

/** All that can be read in a file, whatever it is: a document, an archive or a workbook with all that is in it, a text. */
export const textOfFile = async (bytes: Uint8Array): Promise<string> => {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('latin1');
  if (start === '%PDF') return pdfText(bytes);
  if (!start.startsWith('PK')) return strFromU8(bytes);
  const files = Object.values(unzipSync(new Uint8Array(bytes)));
  return (await Promise.all(files.map(textOfFile))).join('\n');
};
