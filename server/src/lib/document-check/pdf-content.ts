import { inflateSync } from 'node:zlib';
import { Refusal } from '../sheet/refusal.ts';

/** PDF keys for actions and embedded files. A plain PDF has none. */
const ACTIVE =
  /\/(JavaScript|OpenAction|Launch|RichMedia|Rendition|EmbeddedFiles?|XFA|SubmitForm|ImportData|GoToE)(?![A-Za-z0-9])/;
/** An open action that only goes to a page of the document itself, as most programs write it. */
const OPENS_AT_PAGE = /\/OpenAction\s*\[\s*\d+\s+\d+\s+R\s*\/(?:Fit[A-Z]*|XYZ)[^\]]*\]/g;
/** Filters that are not decoded; a document with objects in one of them is refused. */
const NOT_LOOKED_INTO = /\/(ASCIIHexDecode|AHx|ASCII85Decode|A85|LZWDecode|LZW|RunLengthDecode|RL)(?![A-Za-z0-9])/;
/** Some viewers also take spaces and a lone carriage return after the word. */
const STREAM = /stream[ \t]*(?:\r\n|\n|\r)/g;

const unsafe = (message: string): Refusal => new Refusal('FILE_UNSAFE', message);

/** Decodes names that spell letters as #4A, as a viewer does. */
const plain = (text: string): string =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)));

const assertPassive = (text: string): void => {
  const match = ACTIVE.exec(plain(text).replaceAll(OPENS_AT_PAGE, ''));
  if (match)
    throw unsafe(
      `The PDF holds ${match[1]}, which runs or carries something. Print it to a plain PDF and upload that.`,
    );
};

const isTooLarge = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';

/** Objects may be inside compressed streams: each is unpacked and checked, whatever its header says. */
export const assertPlainPdf = (file: Buffer, most: number): void => {
  const text = file.toString('latin1');
  if (!text.slice(0, 1024).includes('%PDF-')) throw new Refusal('FILE_UNREADABLE', 'The file is no PDF.');
  if (/\/Encrypt(?![A-Za-z])/.test(plain(text)))
    throw unsafe('The PDF is protected. Save it without a password and upload that.');
  if (/\/ObjStm/.test(plain(text)) && NOT_LOOKED_INTO.test(plain(text)))
    throw unsafe('The PDF is packed in a way that cannot be checked. Print it to a plain PDF and upload that.');
  assertPassive(text);
  let rest = most;
  for (const { index, 0: word } of text.matchAll(STREAM)) {
    const start = index + word.length;
    const end = text.indexOf('endstream', start);
    let content: Buffer;
    try {
      content = inflateSync(file.subarray(start, end < 0 ? undefined : end), {
        maxOutputLength: Math.max(rest, 1),
        // Viewers read a truncated stream as far as it goes.
        finishFlush: 2,
      });
    } catch (error) {
      if (isTooLarge(error)) throw new Refusal('FILE_LIMIT', 'The PDF unpacks to more than is accepted.');
      continue;
    }
    rest -= content.length;
    assertPassive(content.toString('latin1'));
  }
};
