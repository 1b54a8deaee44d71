import { AppError } from '../../../lib/app-error.ts';
import { type Tx } from '../../../db/scope/tx.ts';
import { type BulkContext, type BulkRow, type FileRemark } from '../../../shared/bulk/define-bulk.ts';
import { auditMany } from '../../../shared/audit.ts';
import { campaignStatus } from '../../../shared/campaign-status/campaign-status.rules.ts';
import { getStatusContext, listStatusInputs } from '../../../shared/campaign-status/status.queries.ts';
import { heldSince, isCodeTaken } from '../codes/codes.service.ts';
import { noteNew } from '../status/clock.service.ts';
import { moveCampaigns, refusalError, stateOf } from '../../../shared/campaign-status/moves/move-campaigns.ts';
import { type Move, planMove } from '../../../shared/campaign-status/moves/moves.rules.ts';
import { updateDue } from '../../../shared/campaign-status/moves/moves.queries.ts';
import { listActive } from '../status/status.queries.ts';
import { type FileValues } from './campaign-rows.rules.ts';
import { insertPrices } from '../campaigns.queries.ts';
import { filedPrices } from './file-fields.rules.ts';
import { releaseExpired } from './file-names.queries.ts';
import {
  type FiledCampaign,
  type FiledPlan,
  insertCampaigns,
  insertPlans,
  releaseCodesOf,
  updateFiledCampaigns,
  updateFiledTargeting,
  type Writing,
} from './write-campaigns.queries.ts';

export const writingOf = ({ ownerKey, userKey, now }: BulkContext): Writing => ({ ownerKey, userKey, at: now });

const DATES = ['startDate', 'endDate'];
const movesDates = ({ isNew, after }: BulkRow): boolean => !isNew && DATES.some((column) => column in after);

const datesOf = ({ current, after }: BulkRow): Move => {
  const values = { ...current?.values, ...after } as FileValues;
  return {
    action: 'RESCHEDULE',
    startDate: String(values['startDate']),
    endDate: (values['endDate'] as string | null | undefined) ?? null,
  };
};

/** Checks whether existing campaigns may take the file's dates, by the same table of moves as everywhere. */
export const checkDates = async (tx: Tx, context: BulkContext, rows: readonly BulkRow[]): Promise<FileRemark[]> => {
  const moving = rows.filter(movesDates);
  if (moving.length === 0) return [];
  const status = await getStatusContext(tx, context.scope, context.ownerKey, context.now);
  const inputs = await listStatusInputs(
    tx,
    status,
    moving.map(({ id }) => Number(id)),
  );
  return moving.flatMap((row): FileRemark[] => {
    const input = inputs.get(Number(row.id));
    if (input === undefined) return [];
    const planned = planMove(datesOf(row), stateOf(input, campaignStatus(input, status.clock), status.clock));
    if (!('refused' in planned)) return [];
    const { field, message } = planned.refused;
    return [{ row: row.row, column: field ?? 'startDate', message }];
  });
};

/** One row of a file to be written. */
interface Applied {
  row: BulkRow;
  filed: FiledCampaign;
  targeting: { programs: number[] | null; states: string[] | null };
  /** The values that prices are read from; null where the row sets none. */
  prices: FileValues | null;
  planOf: (row: BulkRow, campaignKey: number) => FiledPlan | null;
}

const moveDates = async (tx: Tx, context: BulkContext, rows: readonly BulkRow[]): Promise<void> => {
  const moving = new Map(rows.filter(movesDates).map((row) => [Number(row.id), datesOf(row)]));
  if (moving.size === 0) return;
  const { scope, origin, ownerKey, now } = context;
  const status = await getStatusContext(tx, scope, ownerKey, now);
  const moved = await moveCampaigns(tx, { scope, origin, context: status }, [...moving.keys()], (_, key) =>
    moving.get(key)!,
  );
  const refused = moved.find((one) => one.refused !== null)?.refused;
  if (refused) throw refusalError(refused);
};

const write = async (tx: Tx, context: BulkContext, applied: readonly Applied[]): Promise<Map<number, number>> => {
  const writing = writingOf(context);
  const { ownerKey, now, scope } = context;
  await releaseExpired(
    tx,
    ownerKey,
    applied.map(({ filed }) => filed.campaignCode),
    heldSince(now),
    now,
  );
  const fresh = applied.filter(({ row }) => row.isNew);
  const existing = applied.filter(({ row }) => !row.isNew);
  const newKeys = await insertCampaigns(
    tx,
    writing,
    fresh.map(({ filed }) => filed),
  );
  await updateFiledCampaigns(
    tx,
    writing,
    existing.map(({ filed }) => filed),
  );
  const keyOf = ({ row, filed }: Applied): number => filed.campaignKey ?? newKeys.get(row.row) ?? 0;

  await insertPrices(
    tx,
    ownerKey,
    applied.flatMap((one) => (one.prices === null ? [] : [{ campaignKey: keyOf(one), ...filedPrices(one.prices) }])),
    writing,
  );
  await updateFiledTargeting(
    tx,
    ownerKey,
    applied.map((one) => ({ campaignKey: keyOf(one), ...one.targeting })),
  );
  const status = await getStatusContext(tx, scope, ownerKey, now);
  const plans = fresh.flatMap((one) => one.planOf(one.row, keyOf(one)) ?? []);
  await insertPlans(tx, writing, status.clock.month, plans);
  await moveDates(
    tx,
    context,
    existing.map(({ row }) => row),
  );
  await updateDue(tx, ownerKey, existing.map(keyOf), now);
  await noteNew(tx, status, fresh.map(keyOf));
  return newKeys;
};

/**
 * Writes the rows of a file: new campaigns in one statement, changes to existing ones in another. Returns which row created which campaign.
 */
export const applyCampaigns = async (
  tx: Tx,
  context: BulkContext,
  applied: readonly Applied[],
): Promise<ReadonlyMap<number, string>> => {
  const result = await write(tx, context, applied).catch((error: unknown) => {
    // Another user saved one of the codes between the check and the write.
    throw isCodeTaken(error) ? new AppError('DUPLICATE_CODE') : error;
  });
  await auditMany(
    tx,
    context.scope,
    context.origin,
    context.now,
    applied.map(({ row, filed }) => ({
      action: row.isNew ? 'createCampaign' : 'changeCampaign',
      ownerKey: context.ownerKey,
      entity: 'campaign',
      entityKey: filed.campaignKey ?? result.get(row.row) ?? 0,
      before: row.before,
      after: row.after,
    })),
  );
  return new Map([...result].map(([row, key]) => [row, String(key)]));
};

/** Removes campaigns that a file created, unless they have been used since; their codes are free at once. */
export const removeCampaigns = async (
  tx: Tx,
  { scope, origin, ownerKey, now }: BulkContext,
  { at }: Writing,
  changes: readonly BulkRow[],
): Promise<void> => {
  const keys = changes.map(({ id }) => Number(id));
  const context = await getStatusContext(tx, scope, ownerKey, now);
  if ((await listActive(tx, ownerKey, keys, context.clock.month)).length > 0) {
    const message = 'Campaign has activity this month. Pause or end it instead.';
    throw new AppError('CAMPAIGN_HAS_ACTIVITY', { message });
  }
  await moveCampaigns(tx, { scope, origin, context }, keys, () => ({ action: 'DELETE' }));
  await releaseCodesOf(tx, ownerKey, keys, at);
};
