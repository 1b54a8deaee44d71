import { type InstructionSection } from '@paceline/contract';
import { momentIn } from '../../../lib/local-time.ts';
import { type PdfDocument, type PdfPart } from '../../../lib/pdf/document.ts';
import { type Written } from '../describe/write-instructions.ts';

/** The first column names its row; of the others the last has the longest text. */
const widthsOf = (columns: readonly string[]): (number | '*')[] => {
  if (columns.length === 2) return [150, '*'];
  if (columns.length === 3) return [110, 90, '*'];
  return columns.map((_, index) => (index === 0 ? 108 : index === 1 ? 60 : '*'));
};

const sectionParts = ({ title, note, columns, rows }: InstructionSection): PdfPart[] => [
  { kind: 'heading', text: title },
  ...(note === '' ? [] : [{ kind: 'text', text: note } as const]),
  { kind: 'table', head: columns, widths: widthsOf(columns), rows: rows.map(({ cells }) => cells) },
];

/** The instructions as a PDF. */
export const instructionsDocument = (written: Written): PdfDocument => {
  const stand = `Rules as of ${momentIn(written.zone, new Date(written.madeAt)).replaceAll('\u202f', ' ')}`;
  return {
    title: `Posting instructions: ${written.campaignName}`,
    subtitle: `${[written.clientName, written.partnerName].filter((part) => part !== '').join(', ')}. ${stand}.`,
    footer: `${written.campaignCode}. ${stand}; rules can change, the page has the current ones.`,
    parts: [
      { kind: 'text', text: `POST ${written.postUrl} with the posting key in the header X-Partner-Key.` },
      ...written.rules.flatMap(sectionParts),
      ...written.reference.flatMap(sectionParts),
      { kind: 'heading', text: 'Samples' },
      {
        kind: 'text',
        text: 'The same test lead in every language. Put your posting key in place of YOUR_POSTING_KEY.',
      },
      ...written.samples.flatMap(({ label, code }): PdfPart[] => [
        { kind: 'text', text: label },
        { kind: 'raw', text: code },
      ]),
    ],
  };
};
