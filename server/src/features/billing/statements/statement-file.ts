import { buffer } from 'node:stream/consumers';
import {
  dateLabel,
  ioCount,
  ioDollars,
  type Statement,
  STATEMENT_KINDS,
  type StatementFormat,
  statementLineText,
} from '@paceline/contract';
import { type Download } from '../../../http/answers/download.ts';
import { type PdfDocument } from '../../../lib/pdf/document.ts';
import { PDF_TYPE, writePdf } from '../../../lib/pdf/write-pdf.ts';
import { type OutgoingColumn, type OutgoingSheet } from '../../../lib/sheet/outgoing.ts';
import { writeWorkbook } from '../../../lib/sheet/write-sheet.ts';
import { type PrintedBranding } from '../../../shared/branding.ts';
import { monthWords } from '../../../shared/billing/month-words.rules.ts';

const dayOf = (iso: string): string => dateLabel(iso, 'day', { withYear: true });

const titleOf = ({ kind, number }: Statement): string => `${STATEMENT_KINDS[kind]} ${number}`;

/** What stands above the lines. What became of a statement is no part of it: a file is the same whenever it is made. */
const factsOf = (statement: Statement): [label: string, value: string][] => {
  const { side, agencyName, partyName, partyCode, ownerName, month, issuedOn, dueOn, corrects, total } = statement;
  const party = `${partyName} (${partyCode})`;
  return [
    ['From', side === 'client' ? agencyName : party],
    ['To', side === 'client' ? party : agencyName],
    ['School group', ownerName],
    ['Month', monthWords(month)],
    ['Issued', dayOf(issuedOn)],
    ...(total > 0 ? [['Due', dayOf(dueOn)] satisfies [string, string]] : []),
    ...(corrects === null ? [] : [['Corrects', corrects] satisfies [string, string]]),
  ];
};

const sumsOf = ({ amount, tax, total }: Statement): [label: string, amount: number][] =>
  tax === null
    ? [['Total', total]]
    : [
        ['Subtotal', amount],
        [`${tax.label} ${tax.rate}%`, tax.amount],
        ['Total', total],
      ];

const documentOf = (statement: Statement): PdfDocument => ({
  title: titleOf(statement),
  subtitle: `${monthWords(statement.month)}, ${ioDollars(statement.total)}`,
  footer: statement.number,
  parts: [
    { kind: 'facts', facts: factsOf(statement) },
    { kind: 'heading', text: 'Lines' },
    {
      kind: 'table',
      head: ['Campaign', 'For', 'Quantity', 'Unit price', 'Amount'],
      widths: ['*', 130, 54, 66, 74],
      right: [2, 3, 4],
      rows: statement.lines.map((line) => [
        `${line.campaignName}\n${line.campaignCode}`,
        statementLineText(line),
        ioCount(line.quantity),
        ioDollars(line.unitPrice),
        ioDollars(line.amount),
      ]),
      foot: [sumsOf(statement)[0]![0], '', '', '', ioDollars(statement.amount)],
    },
    ...(statement.tax === null
      ? []
      : [
          {
            kind: 'facts' as const,
            facts: sumsOf(statement)
              .slice(1)
              .map(([label, amount]): [string, string] => [label, ioDollars(amount)]),
          },
        ]),
  ],
});

const COLUMNS: OutgoingColumn[] = [
  { key: 'campaignName', label: 'Campaign', kind: 'text' },
  { key: 'campaignCode', label: 'Campaign code', kind: 'text' },
  { key: 'for', label: 'For', kind: 'text' },
  { key: 'quantity', label: 'Quantity', kind: 'count' },
  { key: 'unitPrice', label: 'Unit price', kind: 'dollar' },
  { key: 'amount', label: 'Amount', kind: 'dollar' },
];

const sheetOf = (statement: Statement): OutgoingSheet => ({
  sheetName: statement.number,
  columns: COLUMNS,
  rows: statement.lines.map((line) => ({ ...line, for: statementLineText(line) })),
  totals: { amount: statement.amount },
  note: [
    titleOf(statement),
    ...factsOf(statement).map(([label, value]) => `${label}: ${value}`),
    ...sumsOf(statement).map(([label, amount]) => `${label}: ${ioDollars(amount)}`),
  ],
});

export const writeStatementFile = async (
  statement: Statement,
  format: StatementFormat,
  brand: PrintedBranding,
): Promise<Download & { content: Buffer }> => {
  const fileName = `${statement.number}.${format}`;
  if (format === 'pdf')
    return { fileName, contentType: PDF_TYPE, content: await writePdf({ ...documentOf(statement), brand }) };
  const { content, contentType } = writeWorkbook([sheetOf(statement)]);
  return { fileName, contentType, content: await buffer(content) };
};
