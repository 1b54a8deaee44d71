import { type IoLine, lineDifferences } from '@paceline/contract';
import { type Scope } from '../../../db/scope/scope.ts';
import { type Database, type Tx } from '../../../db/scope/tx.ts';
import { type Clock } from '../../../lib/clock.ts';
import { type Origin } from '../../../lib/origin.ts';
import { audit } from '../../../shared/audit.ts';
import { loadMonths, loadPlannedOrders } from '../lines/planned-orders.ts';
import { findLooked, getSettings, holdOrders, listLines, listMonthOrders, updateLooked } from '../orders.queries.ts';
import { type OrderRow } from '../orders.rules.ts';
import { authorsOf } from './authors.rules.ts';
import { insertDraft, listSources, removeDraft, replaceChanges, replaceLines } from './draft.queries.ts';

interface ReviseDeps {
  db: Database;
  clock: Clock;
}

/** The last sent version, and the draft after it. */
export const sentAndDraft = (
  versions: readonly OrderRow[],
): { sent: OrderRow | undefined; draft: OrderRow | undefined } => ({
  sent: versions.findLast(({ sentAt }) => sentAt !== null),
  draft: versions.findLast(({ sentAt }) => sentAt === null),
});

/** Writes a draft's lines, and the author of each difference from the last sent version. */
export const writeDraft = async (
  tx: Tx,
  ownerKey: number,
  ioKey: number,
  lines: readonly IoLine[],
  sent: { row: OrderRow; lines: readonly IoLine[] } | null,
): Promise<void> => {
  await replaceLines(tx, ownerKey, ioKey, lines);
  if (sent === null || sent.row.sentAt === null) return;
  const differences = lineDifferences(sent.lines, lines);
  const campaignKeys = [...new Set(differences.map(({ campaignKey }) => campaignKey))];
  const sources = await listSources(tx, ownerKey, sent.row.month, campaignKeys, sent.row.sentAt);
  await replaceChanges(tx, ownerKey, ioKey, authorsOf(differences, sources));
};

const isSame = (a: readonly IoLine[], b: readonly IoLine[]): boolean => lineDifferences(a, b).length === 0;

const BY_CLOCK: Origin = { route: 'reviseOrders', ip: '', userAgent: '', requestId: '' };

/** Compares a month's sent orders with its plan; returns how many amendments were made, changed or dropped. */
const reviseMonth = async (tx: Tx, scope: Scope, ownerKey: number, month: string, now: Date): Promise<number> => {
  const rows = (await listMonthOrders(tx, ownerKey, month)).filter(
    ({ terms, sentAt }) => terms !== null || sentAt === null,
  );
  const pairs = [...Map.groupBy(rows, ({ partnerKey, clientKey }) => `${partnerKey} ${clientKey}`).values()]
    .map(sentAndDraft)
    .flatMap(({ sent, draft }) => (sent === undefined ? [] : [{ sent, draft }]));
  if (pairs.length === 0) return 0;
  const { hidesClientCode } = await getSettings(tx, ownerKey);
  const of = pairs.map(({ sent: { partnerKey, clientKey } }) => ({ partnerKey, clientKey }));
  const planned = await loadPlannedOrders(tx, { ownerKey, month, now, pairs: of, hidesClientCode });
  const stored = await listLines(
    tx,
    ownerKey,
    pairs.flatMap(({ sent, draft }) => [sent.ioKey, ...(draft ? [draft.ioKey] : [])]),
  );
  let changed = 0;
  for (const { sent, draft } of pairs) {
    const { partnerKey, clientKey } = sent;
    const lines = planned.find((one) => one.partnerKey === partnerKey && one.clientKey === clientKey)?.lines ?? [];
    const before = stored.get(sent.ioKey) ?? [];
    const differences = lineDifferences(before, lines);
    if (differences.length === 0 ? draft === undefined : draft && isSame(stored.get(draft.ioKey) ?? [], lines))
      continue;
    changed += 1;
    const version = sent.version + 1;
    const tell = (action: string, ioKey: number, after: object) =>
      audit(tx, scope, BY_CLOCK, now, {
        action,
        ownerKey,
        entity: 'insertion_order',
        entityKey: ioKey,
        after: { amends: sent.number, version, ...after },
      });
    if (differences.length === 0 && draft) {
      await removeDraft(tx, ownerKey, draft.ioKey);
      await tell('ioAmendmentDropped', draft.ioKey, {});
      continue;
    }
    const ioKey = draft?.ioKey ?? (await insertDraft(tx, { ownerKey, partnerKey, clientKey, month, version }, now));
    await writeDraft(tx, ownerKey, ioKey, lines, { row: sent, lines: before });
    await tell('ioAmendmentMade', ioKey, {
      changes: differences.map(({ campaignKey, field, before: was, after }) => ({
        campaignKey,
        field,
        before: was,
        after,
      })),
    });
  }
  return changed;
};

/** Compares an owner's plans if any of their data changed, or a day has begun, as a price may have come into force. */
export const reviseOwner = ({ db, clock }: ReviseDeps, scope: Scope, ownerKey: number): Promise<number> =>
  db.withScope(scope, async (tx) => {
    await holdOrders(tx, ownerKey);
    const now = clock.now();
    const { today, current, next } = await loadMonths(tx, ownerKey, now);
    const looked = await findLooked(tx, ownerKey);
    if (looked === undefined || (looked.lookedVersion === looked.version && looked.lookedOn === today)) return 0;
    let changed = 0;
    for (const month of [current, next]) changed += await reviseMonth(tx, scope, ownerKey, month, now);
    // The write above raises the version too, which causes one more comparison, without effect.
    await updateLooked(tx, ownerKey, looked.version, today);
    return changed;
  });
