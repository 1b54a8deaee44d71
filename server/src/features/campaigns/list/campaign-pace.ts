import { type CampaignListRow, metricValue, type UserGroup } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { loadOwnerDay, loadPeriod } from '../../../metrics/periods/period-facts.ts';
import { getOwnerVariant } from '../../../shared/owner-variant.queries.ts';

type Pace = NonNullable<CampaignListRow['pace']>;

/** Spend of campaigns in the running month, its projection, and the last loaded day: the figures of pacing. */
export const loadPaces = async (
  tx: Tx,
  { ownerKey, group, now }: { ownerKey: number; group: UserGroup; now: Date },
  campaignKeys: readonly number[],
): Promise<ReadonlyMap<number, Pace>> => {
  const at = await loadOwnerDay(tx, ownerKey, now);
  const { pacingBand } = (await getOwnerVariant(tx, ownerKey)).variant;
  const month = at.today.toPlainYearMonth();
  const { campaigns } = await loadPeriod(tx, { ownerKey, month, now, group, only: { campaignKeys }, at });
  return new Map(
    campaigns.map(({ campaignKey, mtd, parts, capped, base }): [number, Pace] => [
      campaignKey,
      {
        mtdSpent: mtd.spend ?? 0,
        projectionToBudget: metricValue('projectionToBudget', parts),
        band: pacingBand,
        capped,
        early: base.early,
        through: base.through.toString(),
      },
    ]),
  );
};
