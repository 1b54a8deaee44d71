import { formatMetricValue } from '../core/values/formats.ts';
import { type CampaignRow } from './schema.ts';

type Value = number | null;
const numberAt = (row: CampaignRow, key: string): Value => (row[key] ?? null) as Value;

const percent = (value: number): string => formatMetricValue({ kind: 'percent', decimals: 0 }, value);
const money = (value: number): string => formatMetricValue({ kind: 'dollar', decimals: 0 }, value);
const count = (value: number): string => formatMetricValue({ kind: 'count' }, value);

/** Reason why the campaign is stopped. Ended campaigns are left out: their status says so. */
const stopped = ({ statusReasons }: CampaignRow): string | null => {
  const [reason] = statusReasons.filter(({ code }) => code !== 'LIVE' && code !== 'OFF_HOURS');
  return reason ? (reason.message.split(/, until|\. (?=[A-Z])/)[0]?.replace(/\.$/, '') ?? null) : null;
};

/** Why a campaign is listed, and how much money it is about. */
interface Exception {
  kind: string;
  dollars: number;
}

/**
 * Short reason why a campaign needs attention: what stops it, else how its deliveries compare with the expected ones, else how its spend
 * does. Which campaigns do is decided by the server (`attentionRule`).
 */
export const whyAttention = (row: CampaignRow, { kind, dollars }: Exception): string => {
  if (kind === 'capped') return `Capped: ${money(dollars)} of demand not bought`;
  if (kind === 'noBudget') return `No budget: ${money(dollars)} projected`;
  const cause = kind === 'over' ? null : stopped(row);
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
