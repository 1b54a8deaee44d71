import {
  type IoAgencyOrder,
  type IoBoard,
  type IoCard,
  type IoFormat,
  type IoOrder,
  ioPrices,
} from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Database, type Tx } from '../../db/scope/tx.ts';
import { type Download } from '../../http/answers/download.ts';
import { findEarliestDay } from '../../metrics/periods/period.queries.ts';
import { todayIn } from '../../metrics/periods/periods.ts';
import { AppError } from '../../lib/app-error.ts';
import { type Clock } from '../../lib/clock.ts';
import { getPrintedBranding } from '../../shared/branding.ts';
import { writeOrderFile } from './files/order-file.ts';
import { loadMonths, loadPlannedOrders } from './lines/planned-orders.ts';
import { countMails, listMails, listNotices } from './mails.queries.ts';
import {
  getSettings,
  listChangesOf,
  listLines,
  listMonthOrders,
  listOrderMonths,
  listOrdersOf,
  listVersions,
  listWaiting,
} from './orders.queries.ts';
import { type OrderRow, sentBefore, toCard, toChanges, toOrder, totalsOf } from './orders.rules.ts';
import { readSignatures } from './sign/sign.service.ts';
import { findUserSigner } from './sign/signature.queries.ts';

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
      number: null,
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
      prices: ioPrices(lines),
    }));
};

/** The newest version of each order of a month, and the orders still to be sent for the next one. */
const readBoard = async (
  tx: Tx,
  scope: Scope,
  ownerKey: number,
  chosenMonth: string | undefined,
  now: Date,
): Promise<IoBoard> => {
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
  return {
    month,
    nextMonth: next,
    months: monthsOf([next, current, ...(await listOrderMonths(tx, ownerKey))]),
    orders: [...cards, ...toMake],
  };
};

/** Each once, the newest first. */
const monthsOf = (months: readonly string[]): string[] => [...new Set(months)].toSorted().toReversed();

export const getBoard = (
  { db, clock }: OrderDeps,
  scope: Scope,
  ownerKey: number,
  month: string | undefined,
): Promise<IoBoard> => db.readScope(scope, (tx) => readBoard(tx, scope, ownerKey, month, clock.now()));

/** The board over all owners of a media partner. */
export const getPartnerBoard = (
  { db, clock }: OrderDeps,
  scope: Scope,
  chosenMonth: string | undefined,
): Promise<IoBoard> =>
  db.readScope(scope, async (tx) => {
    const now = clock.now();
    const today = (await findEarliestDay(tx, scope.ownerKeys, now)) ?? todayIn(now, 'UTC');
    const nextMonth = today.with({ day: 1 }).add({ months: 1 }).toString();
    const month = chosenMonth ?? nextMonth;
    const boards: IoBoard[] = [];
    for (const ownerKey of scope.ownerKeys) boards.push(await readBoard(tx, scope, ownerKey, month, now));
    return {
      month,
      nextMonth,
      months: monthsOf([nextMonth, month, ...boards.flatMap(({ months }) => months)]),
      orders: boards.flatMap(({ orders }) => orders),
    };
  });

/** The orders that a media partner has to answer, over all its owners. */
export const getWaiting = ({ db, clock }: OrderDeps, scope: Scope): Promise<{ orders: IoCard[] }> =>
  db.readScope(scope, async (tx) => {
    const waiting = await listWaiting(tx, scope.ownerKeys, scope.partnerKey, clock.now());
    const cards = new Map<number, IoCard>();
    for (const [ownerKey, own] of Map.groupBy(waiting, (order) => order.ownerKey)) {
      const ioKeys = own.map(({ ioKey }) => ioKey);
      const lines = await listLines(tx, ownerKey, ioKeys);
      for (const row of await listOrdersOf(tx, ownerKey, ioKeys))
        cards.set(row.ioKey, toCard(ownerKey, row, lines.get(row.ioKey) ?? [], undefined));
    }
    return { orders: waiting.flatMap(({ ioKey }) => cards.get(ioKey) ?? []) };
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
  const { signatures, parties } = await readSignatures(tx, ownerKey, row, own);
  return toOrder({
    ownerKey,
    ownerName: parties?.ownerName ?? ownerName,
    timeZone: zone,
    row: { ...row, ...parties },
    versions,
    lines: own,
    changes: before ? toChanges(lines.get(before.ioKey) ?? [], own, changes) : [],
    signatures,
  });
};

/** One order for a user of its media partner, with who would sign it. */
export const readPartnerOrder = async (
  tx: Tx,
  { userKey }: Pick<Scope, 'userKey'>,
  ownerKey: number,
  ioKey: number,
  now: Date,
): Promise<IoOrder> => ({
  ...(await readOrder(tx, ownerKey, ioKey, now)),
  signer: (await findUserSigner(tx, [ownerKey], userKey)) ?? null,
});

export const getOrder = (
  { db, clock }: OrderDeps,
  scope: Scope,
  ownerKey: number,
  ioKey: number,
): Promise<IoAgencyOrder> =>
  db.readScope(scope, async (tx) => {
    const now = clock.now();
    return scope.group === 'ag'
      ? {
          ...(await readOrder(tx, ownerKey, ioKey, now)),
          mails: await listMails(tx, ownerKey, ioKey),
          notices: await listNotices(tx, ownerKey, ioKey),
        }
      : { ...(await readPartnerOrder(tx, scope, ownerKey, ioKey, now)), mails: [], notices: [] };
  });

export const getOrderFile = async (
  { db, clock, publicUrl }: OrderDeps,
  scope: Scope,
  { ownerKey, ioKey }: { ownerKey: number; ioKey: number },
  format: IoFormat,
): Promise<Download> => {
  const { order, brand } = await db.readScope(scope, async (tx) => ({
    order: await readOrder(tx, ownerKey, ioKey, clock.now()),
    brand: await getPrintedBranding(tx, ownerKey),
  }));
  return writeOrderFile(order, format, publicUrl, brand);
};
