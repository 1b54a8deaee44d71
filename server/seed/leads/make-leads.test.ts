import { isBillableLead } from '@paceline/contract';
import { expect, test } from 'vitest';
import { CHECKS } from '../check/list.ts';
import { PACING_CHECKS } from '../check/pacing.ts';
import { restoreWorld } from '../keep-up/restore-world.ts';
import { makeMonth } from './make-leads.ts';

const MONTHS = 4;
const DAYS = ['2026-11-18', '2026-12-01', '2027-03-15', '2027-07-31'];

/** The last complete months of the demo loaded on a day, for campaigns paid per lead. */
const lastMonths = async (day: string) => {
  const now = new Date(`${day}T15:00:00Z`);
  const { world, random } = await restoreWorld('demo', { loadedAt: now, since: now, now });
  return world.campaigns
    .filter(({ channel }) => channel === 'ppl')
    .flatMap((campaign) => {
      const over = [...campaign.plans].filter(([, { month }]) => month.first + month.days <= campaign.owner.today);
      return over.slice(-MONTHS).map(([index, plan]) => {
        const monthOfLeads = makeMonth(campaign, plan, now.getTime(), random.fork(`leads ${campaign.code} ${index}`));
        const leads = monthOfLeads?.leads.filter(({ status }) => status !== 'TST') ?? [];
        const good = leads.filter((lead) => isBillableLead(lead.status) || lead.status === 'STK').length;
        return { gross: leads.length, good, allocation: plan.changedTo ?? plan.allocation };
      });
    });
};

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
const checkOf = (name: string, value: number): string => {
  const [least, most] = [...CHECKS, ...PACING_CHECKS].find((check) => check.name === name)!.range;
  return value >= least && value <= most ? '' : `${name}: ${value}, not between ${least} and ${most}`;
};

/**
 * The demo does not load if its figures leave their ranges, and loading takes minutes. This tests the effect of caps and refusals without a
 * database.
 */
test.each(DAYS)('loaded on %s, the demo delivers and refuses as much as its checks expect', async (day) => {
  const months = await lastMonths(day);
  const gross = total(months.map((month) => month.gross));
  const valid = total(months.map(({ good }) => good));
  const shares = months.filter(({ allocation }) => allocation > 0).map(({ good, allocation }) => good / allocation);
  expect(gross).toBeGreaterThan(5_000);
  expect([
    checkOf('Valid of gross in pay per lead, percent', (100 * valid) / gross),
    checkOf('Delivered of allocated', total(shares) / shares.length),
  ]).toEqual(['', '']);
});
