import {
  type CallBody,
  type CallResponse,
  rowsOfSide,
  STATEMENT_AGE_CODES,
  STATEMENT_AGES,
  STATEMENT_SIDES,
  type statementAging,
  type statementAgingExport,
  totalOfAging,
} from '@paceline/contract';
import { type WorkOptions } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { type OutgoingColumn, type OutgoingSheet } from '../../../lib/sheet/outgoing.ts';
import { momentIn } from '../../../lib/local-time.ts';
import { writeCsv, writeWorkbook } from '../../../lib/sheet/write-sheet.ts';
import { findFileDay } from '../../../metrics/periods/period.queries.ts';
import { findSharedZone } from '../../../shared/owners-zone.queries.ts';
import { type BillingDeps, type BillingViewer } from '../report/report.service.ts';
import { maySeeSide } from '../statements/statements.service.ts';
import { listAging } from './aging.queries.ts';

type Aging = CallResponse<typeof statementAging>;
const SIDES = ['client', 'media'] as const;

export const getAging = (
  { db, clock }: BillingDeps,
  viewer: BillingViewer,
  { ownerKey }: CallBody<typeof statementAging>,
  options: WorkOptions,
): Promise<Aging> =>
  db.readScope(
    viewer.scope,
    async (tx) => {
      const now = clock.now();
      const owners = ownerKey === undefined ? viewer.scope.ownerKeys : [ownerKey];
      const sides = SIDES.filter((side) => maySeeSide(viewer, side));
      return { asOf: now.toISOString(), rows: await listAging(tx, owners, sides, now) };
    },
    options,
  );

const COLUMNS: OutgoingColumn[] = [
  { key: 'side', label: 'Direction', kind: 'text' },
  { key: 'partyName', label: 'Party', kind: 'text' },
  { key: 'ownerName', label: 'Owner', kind: 'text' },
  ...STATEMENT_AGE_CODES.map((key): OutgoingColumn => ({ key, label: STATEMENT_AGES[key], kind: 'dollar' })),
  { key: 'total', label: 'Open', kind: 'dollar' },
  { key: 'statements', label: 'Statements', kind: 'count' },
];

/** One sheet for each direction: what clients owe and what partners are owed has no sum. */
const sheetsOf = ({ rows }: Aging, moment: string): OutgoingSheet[] =>
  SIDES.flatMap((side): OutgoingSheet[] => {
    const ofSide = rowsOfSide(rows, side);
    return ofSide.length === 0
      ? []
      : [
          {
            sheetName: side === 'client' ? 'Clients' : 'Media partners',
            columns: COLUMNS,
            rows: ofSide.map(({ open, ...row }) => ({ ...row, ...open, side: STATEMENT_SIDES[side] })),
            totals: { ...totalOfAging(ofSide) },
            note: [`${STATEMENT_SIDES[side]}. As of ${moment}, by the day at each owner.`],
          },
        ];
  });

/** A file of lines has both directions, without a sum over them. */
const linesOf = ({ rows }: Aging): OutgoingSheet => ({
  sheetName: 'Aging',
  columns: COLUMNS,
  rows: rows.map(({ open, ...row }) => ({ ...row, ...open, side: STATEMENT_SIDES[row.side] })),
});

export const getAgingFile = async (
  deps: BillingDeps,
  viewer: BillingViewer,
  { format, ...question }: CallBody<typeof statementAgingExport>,
  options: WorkOptions,
): Promise<Download> => {
  const aging = await getAging(deps, viewer, question, options);
  const { scope } = viewer;
  const { ownerKey } = question;
  const now = new Date(aging.asOf);
  const [day, zone] = await deps.db.readScope(
    scope,
    async (tx) => [
      await findFileDay(tx, ownerKey === undefined ? scope.ownerKeys : [ownerKey], now),
      await findSharedZone(tx, scope, ownerKey ?? null),
    ],
    options,
  );
  const sheets = sheetsOf(aging, momentIn(zone ?? 'UTC', now));
  const file =
    format === 'csv' ? writeCsv(linesOf(aging)) : writeWorkbook(sheets.length === 0 ? [linesOf(aging)] : sheets);
  return { fileName: `aging-${day}.${format}`, ...file };
};
