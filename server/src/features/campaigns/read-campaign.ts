import { type Campaign } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { AppError } from '../../lib/app-error.ts';
import { campaignStatus } from '../../shared/campaign-status/campaign-status.rules.ts';
import { listStatusInputs, type StatusContext } from '../../shared/campaign-status/status.queries.ts';
import { findCampaign } from './campaigns.queries.ts';
import { pauseOf } from '../../shared/campaign-status/moves/move-campaigns.ts';

const DAY = 24 * 60 * 60 * 1000;
const RESTORABLE_DAYS = 30;

/** Until when a campaign deleted at that time can be restored. */
export const restorableUntil = (deletedAt: Date): Date => new Date(deletedAt.getTime() + RESTORABLE_DAYS * DAY);

/** A campaign with its status, as of this transaction. */
export const readCampaign = async (tx: Tx, context: StatusContext, campaignKey: number): Promise<Campaign> => {
  const { clock } = context;
  // A price saved in this very instant applies already.
  const record = await findCampaign(tx, campaignKey, new Date(clock.now.getTime() + 1));
  const input = (await listStatusInputs(tx, context, [campaignKey])).get(campaignKey);
  if (record === undefined || input === undefined) throw new AppError('NOT_FOUND');
  const { subStatus, statusReasons, nextChangeAt } = campaignStatus(input, clock);
  const { createdAt, updatedAt, deletedAt } = record;
  return {
    ...record,
    links: record.links ?? [],
    subStatus,
    statusReasons,
    nextChangeAt: nextChangeAt?.toISOString() ?? null,
    pause: pauseOf(input),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt?.toISOString() ?? null,
    deletedAt: deletedAt?.toISOString() ?? null,
    restorableUntil: deletedAt === null ? null : restorableUntil(deletedAt).toISOString(),
  };
};
