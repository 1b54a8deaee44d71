import { formatMetricValue } from '../core/values/formats.ts';
import { offPace, pacedOf } from '../core/metrics/pacing/pacing-marks.ts';
import { type CampaignRow } from './schema.ts';

type Value = number | null;
const numberAt = (row: CampaignRow, key: string): Value => (row[key] ?? null) as Value;

/** Number of days of the row's month covered by its spend. */
const daysDone = ({ through, month }: CampaignRow): number =>
  through.slice(0, 7) === month.slice(0, 7) ? Number(through.slice(8)) : 0;

/** Whether the campaign's month is over or under budget; null if on pace, capped, or too early to judge. */
export const attentionMark = (row: CampaignRow, band: number): 'over' | 'under' | null =>
  offPace(
    {
      ...pacedOf(row),
      budget: numberAt(row, 'budget'),
      budgetPlusMinus: numberAt(row, 'budgetPlusMinus'),
      subStatus: row.subStatus,
    },
    daysDone(row),
    band,
  );

const percent = (value: number): string => formatMetricValue({ kind: 'percent', decimals: 0 }, value);
const count = (value: number): string => formatMetricValue({ kind: 'count' }, value);

/** Reason why the campaign is stopped. Ended campaigns are left out: their status says so. */
const stopped = ({ statusReasons }: CampaignRow): string | null => {
  const [reason] = statusReasons.filter(({ code }) => code !== 'LIVE' && code !== 'OFF_HOURS');
  return reason ? (reason.message.split(/, until|\. (?=[A-Z])/)[0]?.replace(/\.$/, '') ?? null) : null;
};

/**
 * Short reason why a campaign's month will miss its budget: what stops it, else how its deliveries compare with the expected ones, else how
 * its spend does. Null if on pace.
 */
export const whyOffPace = (row: CampaignRow, band: number): string | null => {
  const mark = attentionMark(row, band);
  if (mark === null) return null;
  const cause = mark === 'under' ? stopped(row) : null;
  if (cause !== null) return cause;
  const [due, delivered, delivery] = ['mtdAllocation', 'mtdInquiries', 'deliveryPercent'].map((key) =>
    numberAt(row, key),
  );
  if (due && delivered != null && delivery != null) {
    const pace = delivery >= 100 ? 'Ahead' : 'Behind';
    return `${pace}: ${count(delivered)} delivered, ${count(due)} due (${percent(delivery)})`;
  }
  const heading = numberAt(row, 'projectionToBudget') ?? 0;
  return `Spend heads for ${percent(heading)} of the budget`;
};
