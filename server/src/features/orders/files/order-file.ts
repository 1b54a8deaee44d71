import { buffer } from 'node:stream/consumers';
import {
  IO_LINE_FIELD_NAMES,
  IO_LINE_FIELDS,
  IO_SIDE_WORDS,
  ioDollars,
  type IoFormat,
  type IoLineField,
  ioMonth,
  type IoOrder,
  NO_IO_NUMBER,
} from '@paceline/contract';
import { type Download } from '../../../http/answers/download.ts';
import { momentIn } from '../../../lib/local-time.ts';
import { PDF_TYPE, writePdf } from '../../../lib/pdf/write-pdf.ts';
import { type OutgoingColumn, type OutgoingKind, type OutgoingSheet } from '../../../lib/sheet/outgoing.ts';
import { writeWorkbook } from '../../../lib/sheet/write-sheet.ts';
import { type PrintedBranding } from '../../../shared/branding.ts';
import { draftName } from '../number/number.rules.ts';
import { orderDocument, termsOf } from './order-document.ts';

const KINDS: Partial<Record<IoLineField, OutgoingKind>> = {
  mediaDesktop: 'dollar',
  mediaTablet: 'dollar',
  mediaMobile: 'dollar',
  monthlyCapacity: 'count',
  monthlyAllocation: 'count',
  monthlySoftAllocation: 'count',
  weeklyAllocation: 'count',
  dailyAllocation: 'count',
  startDate: 'date',
  endDate: 'date',
  recurring: 'flag',
};

const COLUMNS: OutgoingColumn[] = [
  ...IO_LINE_FIELD_NAMES.map((key) => ({ key, label: IO_LINE_FIELDS[key].label, kind: KINDS[key] ?? 'text' }) as const),
  { key: 'amount', label: 'Amount', kind: 'dollar' },
];

const CHANGE_COLUMNS: OutgoingColumn[] = [
  { key: 'campaignName', label: 'Campaign', kind: 'text' },
  { key: 'label', label: 'What', kind: 'text' },
  { key: 'before', label: 'Before', kind: 'text' },
  { key: 'after', label: 'Now', kind: 'text' },
];

const sheetsOf = (order: IoOrder, publicUrl: string): OutgoingSheet[] => [
  {
    sheetName: 'Order',
    columns: COLUMNS,
    rows: order.lines,
    totals: { monthlyAllocation: order.units, amount: order.amount },
    note: [
      `${order.number ?? NO_IO_NUMBER}: insertion order for ${ioMonth(order.month)}`,
      `Client: ${order.clientName}`,
      `Media partner: ${order.partnerName} (${order.partnerCode})`,
      `Total: ${ioDollars(order.amount)}`,
      ...(order.message === '' ? [] : [`Message: ${order.message}`]),
      ...termsOf(order, publicUrl).map(([label, value]) => `${label}: ${value}`),
      ...order.signatures.map(
        ({ side, name, title, signedAt }) =>
          `${IO_SIDE_WORDS[side]}: ${[name, title].filter(Boolean).join(', ')}, ${momentIn(order.timeZone, new Date(signedAt))}`,
      ),
    ],
  },
  ...(order.changes.length === 0
    ? []
    : [
        {
          sheetName: 'Changes',
          columns: CHANGE_COLUMNS,
          rows: order.changes.map(({ campaignName, label, before, after }) => ({ campaignName, label, before, after })),
        },
      ]),
];

export const writeOrderFile = async (
  order: IoOrder,
  format: IoFormat,
  publicUrl: string,
  brand: PrintedBranding,
): Promise<Download & { content: Buffer }> => {
  const fileName = `${order.number ?? draftName(order)}.${format}`;
  if (format === 'pdf')
    return { fileName, contentType: PDF_TYPE, content: await writePdf({ ...orderDocument(order, publicUrl), brand }) };
  const { content, contentType } = writeWorkbook(sheetsOf(order, publicUrl));
  return { fileName, contentType, content: await buffer(content) };
};
