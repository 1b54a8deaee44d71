import { OWNER_TOTALS, type OwnerMonth } from '@paceline/contract';
import { type Tx } from '../../../db/scope/tx.ts';
import { isBefore } from '../../../metrics/periods/periods.ts';
import { findBasis } from '../../../shared/answers/answers.queries.ts';
import { widgetContext } from '../dashboards.service.ts';
import { overviewOf } from '../pacing/month-overview.ts';
import { loadMonth, type PacingMonth } from '../widgets/pacing-widget.service.ts';
import { type MadeMonth } from './all-owners.queries.ts';

/** Accounts of the month's campaigns that have not delivered every day yet. */
const countLate = ({ base, campaigns }: PacingMonth): number =>
  new Set(
    campaigns.flatMap((one) =>
      one.days.inAll > 0 && isBefore(one.base.through, base.through) ? [one.accountKey] : [],
    ),
  ).size;

/** An owner's current month as the agency's pacing page has it, with the data version that it is of. */
export const makeOwnerMonth = async (tx: Tx, ownerKey: number, now: Date): Promise<MadeMonth> => {
  const basis = await findBasis(tx, [ownerKey], now);
  const body = { ownerKey };
  const context = await widgetContext(tx, { group: 'ag', permissions: new Set() }, body, now);
  const month = await loadMonth(context, body);
  const overview = await overviewOf(context, month);
  const { exceptionCount, exceptionCampaigns, totals } = overview;
  const figures: OwnerMonth = {
    month: overview.month,
    early: overview.early,
    band: overview.band,
    spendThrough: overview.spendThrough,
    leadsThrough: overview.leadsThrough,
    lateAccounts: countLate(month),
    totals: Object.fromEntries(
      OWNER_TOTALS.map((name) => {
        const value = totals[name];
        return [name, typeof value === 'number' ? value : null];
      }),
    ) as OwnerMonth['totals'],
    attention: exceptionCount,
    attentionCampaigns: exceptionCampaigns,
    atStake: overview.atStake,
  };
  return { ownerKey, ...basis, day: context.today.toString(), madeAt: now, figures };
};
