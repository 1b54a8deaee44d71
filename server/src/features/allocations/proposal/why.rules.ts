import { formatMetricValue, type ProposalSettings } from '@paceline/contract';
import { costAtPrice } from '../../../metrics/maturity/mature-rate.rules.ts';
import { type Candidate, type OwnerMonth } from './candidates.rules.ts';
import { type CandidateGroup } from './groups.rules.ts';
import { boundWords } from './model/bounds.rules.ts';
import { groupCost, inquiriesAt } from './model/program.rules.ts';

const dollars = (value: number): string => formatMetricValue({ kind: 'dollar', decimals: 0 }, value);
const percent = (share: number): string => formatMetricValue({ kind: 'percent', decimals: 0 }, share * 100);
const count = (value: number): string => formatMetricValue({ kind: 'count' }, value);

const counted = (value: number, one: string, many: string): string => `${count(value)} ${value === 1 ? one : many}`;

/** Below this share of its allocation a campaign under-delivers. */
const UNDER = 0.9;

const costWords = (group: CandidateGroup, { campaign, rate }: Candidate): string | null => {
  if (rate === null) return null;
  const { value, low, high } = costAtPrice(campaign.price, rate);
  const range = high === null ? `from ${dollars(low)}` : `${dollars(low)} to ${dollars(high)}`;
  const usual = groupCost(group.campaigns, 'enrollments');
  const beside = Number.isFinite(usual) ? `; ${group.name} comes to ${dollars(usual)}` : '';
  return `${dollars(value)} per matured enrollment (80% range ${range})${beside}.`;
};

const youngWords = ({ rate }: Candidate): string | null =>
  rate?.young
    ? `Too little recent history has matured (${counted(rate.inquiries, 'inquiry', 'inquiries')}, ${counted(rate.outcomes, 'enrollment', 'enrollments')} in 540 days): judged mostly by its line item’s rate and its partner’s other campaigns.`
    : null;

const deliveryWords = ({ month }: OwnerMonth, { campaign, usual, isStopped, row }: Candidate): string | null => {
  const { before, delivered } = campaign;
  if (isStopped) return `Takes no leads now: ${row.statusReasons[0]?.message ?? 'it is stopped'}`;
  const share = usual / before;
  if (share < UNDER)
    return month === 'current'
      ? `Under-delivering: heads for ${count(usual)} of ${count(before)} (${percent(share)}), ${count(delivered)} so far.`
      : `Under-delivering: ${count(usual)} a month in the last months, ${count(before)} are allocated (${percent(share)}).`;
  return month === 'current'
    ? `Heads for ${count(usual)} of ${count(before)} allocated.`
    : `Delivers ${count(usual)} a month of ${count(before)} allocated.`;
};

const boundWordsOf = ({ bounds, campaign }: Candidate, after: number): string | null => {
  const { least, leastBy, most, mostBy } = bounds;
  if (after > campaign.before && after === most) return `Stops at ${boundWords(mostBy, most)}.`;
  if (after === least && leastBy !== 'none' && (after !== campaign.before || leastBy === 'yourFloor'))
    return `Not below ${boundWords(leastBy, least)}.`;
  if (after < campaign.before && after === most) return `Lowered to ${boundWords(mostBy, most)}.`;
  return null;
};

const sizeWords = ({ campaign }: Candidate, after: number): string | null => {
  if (after === campaign.before) return null;
  const change = inquiriesAt(campaign, after) - inquiriesAt(campaign, campaign.before);
  const inquiries = formatMetricValue({ kind: 'count', decimals: 1 }, Math.abs(change));
  if (Math.abs(change) < 0.05) return 'No inquiry is expected to be lost.';
  return change > 0 ? `${inquiries} inquiries more are expected.` : `${inquiries} inquiries fewer are expected.`;
};

/** The reasons for a campaign's change, the weightiest first. */
export const whyOf = (
  ownerMonth: OwnerMonth,
  { objective }: ProposalSettings,
  group: CandidateGroup,
  candidate: Candidate,
  after: number,
): string[] => {
  const cost =
    objective === 'inquiries' ? `${dollars(candidate.campaign.price)} per inquiry.` : costWords(group, candidate);
  const delivery = deliveryWords(ownerMonth, candidate);
  const isUnder = candidate.isStopped || candidate.usual < UNDER * candidate.campaign.before;
  const first = after < candidate.campaign.before && isUnder ? [delivery, cost] : [cost, delivery];
  return [
    ...first,
    boundWordsOf(candidate, after),
    objective === 'inquiries' ? null : youngWords(candidate),
    sizeWords(candidate, after),
  ].filter((words) => words !== null);
};

/** The sources of the figures, for this owner. */
export const decidedBy = ({ measured, rates, month }: OwnerMonth, { objective }: ProposalSettings): string[] => {
  const [below, around, above] = measured.shares;
  const basis =
    measured.months === 0
      ? 'No past months tell how allocations are delivered here: usual shares are taken.'
      : `From ${count(measured.months)} past campaign months: of units up to 85% of what a campaign usually delivers ${percent(below)} come in, around it ${percent(around)}, above 115% ${percent(above)}.`;
  const rate =
    rates.overall === null || objective === 'inquiries'
      ? null
      : `A campaign’s enrollment rate is mixed with its line item’s, adjusted by how its partner does elsewhere; that counts like ${count(rates.worth)} enrollments, by how far campaigns here differ from each other beyond chance.`;
  return [
    month === 'current'
      ? 'What a campaign delivers is its projection for this month; what has been delivered already is never taken away.'
      : 'What a campaign delivers is the mean of its last three complete months.',
    basis,
    rate,
  ].filter((words) => words !== null);
};
