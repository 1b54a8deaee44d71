import { type UserGroup } from '@paceline/contract';
import { type Tx } from '../../db/scope/tx.ts';
import { loadOwnerDay, loadPeriod } from '../periods/period-facts.ts';
import { groupAttention } from './attention-groups.ts';
import { type CampaignNames, pacingExceptions } from './exceptions.ts';

interface AttentionQuestion {
  ownerKey: number;
  group: UserGroup;
  now: Date;
  /** The owner's pacing band. */
  band: number;
}

/** The campaigns of the current month that need attention, as the pacing page lists them. Those without names are left out. */
export const loadAttention = async (
  tx: Tx,
  { ownerKey, group, now, band }: AttentionQuestion,
  namesOf: (campaignKey: number) => CampaignNames | null,
) => {
  const at = await loadOwnerDay(tx, ownerKey, now);
  const month = await loadPeriod(tx, { ownerKey, month: at.today.toPlainYearMonth(), now, group, at });
  const all = pacingExceptions(month, namesOf, () => '', band);
  const { exceptions } = await groupAttention(
    tx,
    { ownerKey, group, today: at.today },
    all.filter(({ campaignKey }) => campaignKey !== null),
  );
  return exceptions;
};
