import {
  IO_LIMITS,
  IO_SIDE_WORDS,
  ioCount,
  ioDollars,
  ioInquiries,
  type IoLine,
  ioMatchText,
  ioMonth,
  type IoOrder,
  type IoSignature,
  ioStateText,
  ioTermFacts,
  ioTitle,
  isAnswered,
  ROUTES,
  writeField,
} from '@paceline/contract';
import { momentIn } from '../../../lib/local-time.ts';
import { type PdfDocument, type PdfPart } from '../../../lib/pdf/document.ts';

/** How to answer, in every place that asks for it. */
const HOW_TO_ANSWER = `Please accept it, ask for a change or decline it with the link in the mail, which works for ${IO_LIMITS.linkDays} days, or in your own area.`;

const joined = (...parts: (string | null | false)[]): string =>
  parts.filter((part): part is string => Boolean(part)).join('\n');
const when = (label: string, value: string | null): string | null => (value === null ? null : `${label} ${value}`);

const campaignCell = (line: IoLine): string =>
  joined(
    line.campaignName,
    [line.campaignCode, when('client code', line.clientCampaignCode)].filter((part) => part !== null).join(', '),
    [line.campus, line.programs, line.geo].filter((part) => part !== null).join('; '),
  );
const priceCell = (line: IoLine): string =>
  joined(
    ioDollars(line.mediaDesktop),
    line.mediaTablet !== null && `Tablet ${ioDollars(line.mediaTablet)}`,
    line.mediaMobile !== null && `Phone ${ioDollars(line.mediaMobile)}`,
  );
const capsCell = (line: IoLine): string =>
  joined(
    when('Capacity', writeField('monthlyCapacity', line)),
    when('Soft', writeField('monthlySoftAllocation', line)),
    line.weeklyAllocation !== null && `Weekly cap ${ioCount(line.weeklyAllocation)}`,
    line.dailyAllocation !== null && `Daily cap ${ioCount(line.dailyAllocation)}`,
  );
const datesCell = (line: IoLine): string =>
  joined(
    when('From', writeField('startDate', line)),
    line.startDate !== null && (line.endDate === null ? 'No end date' : `To ${writeField('endDate', line)}`),
    line.recurring !== null && (line.recurring ? 'Rolls over' : 'Does not roll over'),
  );

const linesPart = ({ lines, units, amount }: IoOrder): PdfPart => ({
  kind: 'table',
  head: ['Campaign', 'Price', 'Allocation', 'Capacity and caps', 'Dates', 'Amount'],
  widths: ['*', 62, 48, 76, 80, 60],
  right: [1, 2, 5],
  rows: lines.map((line) => [
    campaignCell(line),
    priceCell(line),
    ioCount(line.monthlyAllocation ?? 0),
    capsCell(line),
    datesCell(line),
    ioDollars(line.amount),
  ]),
  foot: ['Total', '', ioCount(units), '', '', ioDollars(amount)],
});

const changesParts = ({ changes, version }: IoOrder): PdfPart[] =>
  changes.length === 0
    ? []
    : [
        { kind: 'heading', text: version === 1 ? 'Changes' : `What version ${version} changes` },
        {
          kind: 'table',
          head: ['Campaign', 'What', 'Before', 'Now'],
          widths: ['*', 90, 120, 120],
          rows: changes.map(({ campaignName, label, before, after }) => [
            campaignName,
            label,
            before ?? '–',
            after ?? 'Taken out',
          ]),
        },
      ];

/** Whose order it is. */
export const agencyOf = ({ terms, ownerName }: Pick<IoOrder, 'terms' | 'ownerName'>): string =>
  terms?.agencyName ?? ownerName;

export const orderSubject = (clientName: string, month: string, agencyName: string): string =>
  `${clientName} - ${ioMonth(month)} insertion order from ${agencyName}`;

/** The terms, and the address of the posting instructions. */
export const termsOf = ({ terms }: Pick<IoOrder, 'terms'>, publicUrl: string): [string, string][] =>
  terms === null
    ? []
    : [...ioTermFacts(terms), ['Posting instructions', `${publicUrl.replace(/\/$/, '')}/#${ROUTES.mpDocs}`]];

/** Both sides beside each other: a row for each fact that one of them has. */
const signatureTable = (order: IoOrder): PdfPart => {
  const { signatures, timeZone } = order;
  const rows: [string, (signature: IoSignature) => string][] = [
    ['Company', ({ company }) => company || agencyOf(order)],
    ['Name', ({ name }) => name],
    ['Title', ({ title }) => title],
    ['Signed', ({ signedAt }) => momentIn(timeZone, new Date(signedAt))],
    ['IP address', ({ ip }) => ip ?? ''],
  ];
  return {
    kind: 'table',
    head: ['', ...signatures.map(({ side }) => IO_SIDE_WORDS[side])],
    widths: [72, ...signatures.map(() => '*' as const)],
    rows: rows
      .map(([label, write]) => [label, ...signatures.map(write)])
      .filter(([, ...values]) => values.some((value) => value !== '')),
  };
};

/** A hash for both sides, or one for each where the parties’ names changed in between. */
const hashText = ({ signatures }: IoOrder): string => {
  const hashes = new Set(signatures.map(({ contentHash }) => contentHash));
  return hashes.size === 1
    ? `SHA-256 of what was signed: ${[...hashes].join('')}`
    : signatures
        .map(
          ({ side, contentHash }) => `SHA-256 of what was signed ${IO_SIDE_WORDS[side].toLowerCase()}: ${contentHash}`,
        )
        .join('\n');
};

/** What was agreed, and who signed it for each side. */
const signatureParts = (order: IoOrder): PdfPart[] => {
  const { signatures } = order;
  const agreement = signatures.find(({ side }) => side === 'partner')?.agreement;
  const text = (words: string): PdfPart => ({ kind: 'text', text: words });
  return signatures.length === 0
    ? []
    : [
        { kind: 'heading', text: 'Signatures' },
        ...(agreement === undefined ? [] : [text(agreement)]),
        signatureTable(order),
        text(hashText(order)),
        ...(signatures.every(({ matches }) => matches) ? [] : [text(ioMatchText(false))]),
      ];
};

/** Sent and not answered yet. */
const isOpen = ({ state, sentAt }: IoOrder): boolean => sentAt !== null && !isAnswered(state);

/** An order as a PDF, at the media partner's price. */
export const orderDocument = (order: IoOrder, publicUrl: string): PdfDocument => ({
  title: `Insertion order, ${ioMonth(order.month)}`,
  subtitle:
    order.number === null
      ? 'Draft. It gets its number when it is sent.'
      : `${order.number}. ${ioStateText(order.state, order.answeredBy)}`,
  footer: order.number ?? ioTitle(order),
  parts: [
    {
      kind: 'facts',
      facts: [
        ...(order.terms === null ? [] : [['Agency', order.terms.agencyName] satisfies [string, string]]),
        ['School group', order.ownerName],
        ['Client', order.clientName],
        ['Media partner', `${order.partnerName} (${order.partnerCode})`],
        ['Month', ioMonth(order.month)],
        ['Allocation', ioInquiries(order.units)],
        ['Total', ioDollars(order.amount)],
      ],
    },
    ...(order.message === ''
      ? []
      : [{ kind: 'heading', text: 'Message' } as const, { kind: 'text', text: order.message } as const]),
    ...changesParts(order),
    { kind: 'heading', text: 'Lines' },
    linesPart(order),
    ...(order.terms === null
      ? []
      : [{ kind: 'heading', text: 'Terms' } as const, { kind: 'facts', facts: termsOf(order, publicUrl) } as const]),
    ...signatureParts(order),
    ...(isOpen(order) ? [{ kind: 'text', text: HOW_TO_ANSWER } as const] : []),
  ],
});
