import { hasPermission, type Statement, type StatementFormat, statementKind } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Download } from '../../../http/answers/download.ts';
import { AppError } from '../../../lib/app-error.ts';
import { type BillingDeps, type BillingViewer } from '../report/report.service.ts';
import { getPrintedBranding } from '../../../shared/branding.ts';
import { writeStatementFile } from './statement-file.ts';
import { listTalk } from '../disputes/disputes.queries.ts';
import { findMoments } from './events.queries.ts';
import {
  findStatement,
  listCreditable,
  listLines,
  listMails,
  listPayments,
  listStandings,
  type StatementId,
} from './statements.queries.ts';

/** What the agency pays is shown to those who may see its margin. */
export const maySeeSide = ({ session }: Pick<BillingViewer, 'session'>, side: Statement['side']): boolean =>
  session.group !== 'ag' || side === 'client' || hasPermission(session.permissions, 'reports:Margin');

type Stored = NonNullable<Awaited<ReturnType<typeof findStatement>>>;

/** What became of it beside what was issued. */
const complete = async (
  tx: Tx,
  stored: Stored,
  id: StatementId,
  { now, isAgency }: { now: Date; isAgency: boolean },
): Promise<Statement> => {
  const { issued, isCorrection, taxLabel, taxRate, taxAmount, ...statement } = stored;
  const standingOf = await listStandings(tx, [id], now);
  const { sentAt, seenAt } = await findMoments(tx, id);
  return {
    ...statement,
    ...standingOf(id),
    kind: statementKind(statement.side, isCorrection, statement.total),
    issuedAt: issued.toISOString(),
    tax: taxRate === 0 ? null : { label: taxLabel, rate: taxRate, amount: taxAmount },
    lines: await listLines(tx, id),
    payments: await listPayments(tx, id, isAgency),
    talk: await listTalk(tx, id),
    sentAt: sentAt?.toISOString() ?? null,
    seenAt: seenAt?.toISOString() ?? null,
    mails: isAgency ? await listMails(tx, id) : [],
    creditable: isAgency ? await listCreditable(tx, id) : [],
  };
};

export const readStatement = async (tx: Tx, viewer: BillingViewer, id: StatementId, now: Date): Promise<Statement> => {
  const stored = await findStatement(tx, id);
  if (stored === null || !maySeeSide(viewer, stored.side)) throw new AppError('NOT_FOUND');
  return complete(tx, stored, id, { now, isAgency: viewer.session.group === 'ag' });
};

/** As its side sees it, for its mail; asked by a job. */
export const readStatementOf = async (tx: Tx, id: StatementId, now: Date): Promise<Statement> => {
  const stored = await findStatement(tx, id);
  if (stored === null) throw new AppError('NOT_FOUND');
  return complete(tx, stored, id, { now, isAgency: false });
};

export const getStatement = (
  { db, clock }: BillingDeps,
  viewer: BillingViewer,
  ownerKey: number,
  statementKey: number,
): Promise<Statement> =>
  db.readScope(viewer.scope, (tx) => readStatement(tx, viewer, { ownerKey, statementKey }, clock.now()));

export const getStatementFile = async (
  { db, clock }: BillingDeps,
  viewer: BillingViewer,
  id: StatementId,
  format: StatementFormat,
): Promise<Download> => {
  const { statement, brand } = await db.readScope(viewer.scope, async (tx) => ({
    statement: await readStatement(tx, viewer, id, clock.now()),
    brand: await getPrintedBranding(tx, id.ownerKey),
  }));
  return writeStatementFile(statement, format, brand);
};
