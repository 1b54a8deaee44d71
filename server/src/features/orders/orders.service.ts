import {
  type IoAgencyOrder,
  type IoBoard,
  type IoCard,
  type IoFormat,
  ioNumber,
  type IoOrder,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Download } from '../../http/answers/download.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { writeOrderFile } from './files/order-file.ts';
import { loadMonths, loadPlannedOrders } from './lines/planned-orders.ts';
import { countMails, listMails } from './mails.queries.ts';
import {
  getSettings,
  listChangesOf,
  listLines,
  listMonthOrders,
  listOrderMonths,
  listVersions,
} from './orders.queries.ts';
import { type OrderRow, sentBefore, toCard, toChanges, toOrder, totalsOf } from './orders.rules.ts';

export interface OrderDeps {
  db: Database;
  clock: Clock;
  /** The public address of the product. */
  publicUrl: string;
}

/** Pairs whose order for next month must still be made. */
const listToMake = async (
  tx: Tx,
  ownerKey: number,
  month: string,
  now: Date,
  existing: ReadonlySet<string>,
): Promise<IoCard[]> => {
  const { hidesClientCode } = await getSettings(tx, ownerKey);
  const planned = await loadPlannedOrders(tx, { ownerKey, month, now, pairs: null, hidesClientCode });
  return planned
    .filter(({ partnerKey, clientKey, lines }) => lines.length > 0 && !existing.has(`${partnerKey} ${clientKey}`))
    .map(({ partnerKey, partnerName, clientKey, clientName, lines }) => ({
      ownerKey,
      ioKey: null,
      number: ioNumber({ ownerKey, partnerKey, clientKey, month, version: 1 }),
      version: 1,
      partnerKey,
      partnerName,
      clientKey,
      clientName,
      month,
      state: 'DRAFT',
      ...totalsOf(lines),
      sentAt: null,
      openedAt: null,
      answeredAt: null,
      answeredBy: null,
      answerNote: null,
      changes: 0,
      lines: lines.length,
    }));
};

/** The newest version of each order of a month, and the orders still to be sent for the next one. */
export const getBoard = (
  { db, clock }: OrderDeps,
  scope: Scope,
  ownerKey: number,
  chosenMonth: string | undefined,
): Promise<IoBoard> =>
  db.readScope(scope, async (tx) => {
    const now = clock.now();
    const { current, next } = await loadMonths(tx, ownerKey, now);
    const month = chosenMonth ?? next;
    const rows = await listMonthOrders(tx, ownerKey, month);
    const pairs = Map.groupBy(rows, ({ partnerKey, clientKey }) => `${partnerKey} ${clientKey}`);
    const lines = await listLines(
      tx,
      ownerKey,
      rows.map(({ ioKey }) => ioKey),
    );
    const newest = [...pairs.values()].map((versions) => ({ row: versions.at(-1)!, versions }));
    const isAgency = scope.group === 'ag';
    const mails = isAgency
      ? await countMails(
          tx,
          ownerKey,
          newest.map(({ row }) => row.ioKey),
        )
      : null;
    const cards = newest.map(({ row, versions }): IoCard => {
      const before = sentBefore(versions, row);
      const card = toCard(ownerKey, row, lines.get(row.ioKey) ?? [], before && lines.get(before.ioKey));
      return mails === null ? card : { ...card, mails: mails.get(row.ioKey) ?? { asked: 0, sent: 0, failing: 0 } };
    });
    const toMake = isAgency && month === next ? await listToMake(tx, ownerKey, month, now, new Set(pairs.keys())) : [];
    const months = await listOrderMonths(tx, ownerKey);
    return {
      month,
      nextMonth: next,
      months: [...new Set([next, current, ...months])].toSorted().toReversed(),
      orders: [...cards, ...toMake],
    };
  });

export const findOrder = async (
  tx: Tx,
  ownerKey: number,
  ioKey: number,
): Promise<{ row: OrderRow; versions: OrderRow[]; before: OrderRow | undefined }> => {
  const versions = await listVersions(tx, ownerKey, ioKey);
  const row = versions.find((one) => one.ioKey === ioKey);
  if (row === undefined) throw new AppError('NOT_FOUND');
  return { row, versions, before: sentBefore(versions, row) };
};

/** One order with all its contents, as far as its viewer may see them. */
export const readOrder = async (tx: Tx, ownerKey: number, ioKey: number, now: Date): Promise<IoOrder> => {
  const { row, versions, before } = await findOrder(tx, ownerKey, ioKey);
  const lines = await listLines(tx, ownerKey, [ioKey, ...(before ? [before.ioKey] : [])]);
  const own = lines.get(ioKey) ?? [];
  const changes = before ? await listChangesOf(tx, ownerKey, ioKey) : [];
  const { zone } = await loadMonths(tx, ownerKey, now);
  const { ownerName } = await getSettings(tx, ownerKey);
  return toOrder({
    ownerKey,
    ownerName,
    timeZone: zone,
    row,
    versions,
    lines: own,
    changes: before ? toChanges(lines.get(before.ioKey) ?? [], own, changes) : [],
  });
};

export const getOrder = (
  { db, clock }: OrderDeps,
  scope: Scope,
  ownerKey: number,
  ioKey: number,
): Promise<IoAgencyOrder> =>
  db.readScope(scope, async (tx) => ({
    ...(await readOrder(tx, ownerKey, ioKey, clock.now())),
    mails: scope.group === 'ag' ? await listMails(tx, ownerKey, ioKey) : [],
  }));

export const getOrderFile = async (
  { db, clock, publicUrl }: OrderDeps,
  scope: Scope,
  { ownerKey, ioKey }: { ownerKey: number; ioKey: number },
  format: IoFormat,
): Promise<Download> => {
  const order = await db.readScope(scope, (tx) => readOrder(tx, ownerKey, ioKey, clock.now()));
  return writeOrderFile(order, format, publicUrl);
};
