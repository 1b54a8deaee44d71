import { type ReportChannel } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { type Throughs } from '../../../metrics/periods/period.queries.ts';
import { type Day, dayOf, oldestOf } from '../../../metrics/periods/periods.ts';
import { findLastWebsiteDay, listFeeding } from '../dashboards.queries.ts';

export interface ThroughQuestion {
  tx: Tx;
  ownerKey: number;
  throughs: Throughs;
  campaignKeys: readonly number[] | null;
}

/** The last day that is complete in every part of a number: a late account does not hold up another channel. */
export const throughOf = async (
  { tx, ownerKey, throughs, campaignKeys }: ThroughQuestion,
  source: ReportChannel | 'website',
): Promise<Day> => {
  const { usual, late } = throughs;
  if (source === 'website') {
    const last = await findLastWebsiteDay(tx, ownerKey);
    return oldestOf([usual, ...(last === null ? [] : [dayOf(last)])]) ?? usual;
  }
  if (late.size === 0) return usual;
  const feeding = await listFeeding(tx, ownerKey, [...late.keys()], { channel: source, campaignKeys });
  return oldestOf([usual, ...feeding.flatMap((key) => late.get(key) ?? [])]) ?? usual;
};
