import {
  fillLabel,
  formatMetricValue,
  type Labels,
  UNDERPERFORMING_CPL_DAYS,
  type UnderperformingRow,
  type UserGroup,
  type WidgetBody,
} from '@paceline/contract';
import { campaignPagePath } from '../../../shared/campaign-path.ts';

const dollars = (value: number): string => formatMetricValue({ kind: 'dollar', decimals: 2 }, value);
const percent = (value: number): string => formatMetricValue({ kind: 'percent', decimals: 0 }, value);
const count = (value: number): string => formatMetricValue({ kind: 'count' }, value);

const isIn = <Key>(keys: readonly Key[] | undefined, key: Key | null): boolean =>
  keys === undefined || keys.length === 0 || (key !== null && keys.includes(key));

/** The rows that pass the page's filters. */
export const rowsWithin = (rows: readonly UnderperformingRow[], body: WidgetBody): UnderperformingRow[] =>
  rows.filter(
    (row) =>
      isIn(body.brandKeys, row.brandKey) &&
      isIn(body.clientKeys, row.clientKey) &&
      isIn(body.goalKeys, row.goalKey) &&
      isIn(body.partnerKeys, row.partnerKey) &&
      isIn(body.customChannelKeys, row.customChannelKey) &&
      isIn(body.channels, row.channel),
  );

/** Goals belong to line items: they cannot be compared by a lead's campus, program or state. */
export const isByLead = ({ campusKeys = [], programNameKeys = [], states = [] }: WidgetBody): boolean =>
  campusKeys.length + programNameKeys.length + states.length > 0;

export interface UnderperformingLine {
  key: number;
  name: string;
  detail: string;
  path: string | null;
  /** The measure, its value and its goal. */
  why: string;
  above: string;
  /** How much data the verdict is based on. */
  basis: string;
}

export const underperformingLine = (
  row: UnderperformingRow,
  { labels, group, campaigns }: { labels: Labels; group: UserGroup; campaigns: boolean },
): UnderperformingLine => {
  const { campaignKey, campaignName, campaignCode, goal, measure, value, target } = row;
  const lower = (label: string): string => fillLabel(label, labels).toLowerCase();
  const cost =
    measure === 'matureCpe'
      ? `Cost per matured ${lower('{enrollment.per}')}`
      : `Cost per ${lower('{inquiry.per}')}, last ${UNDERPERFORMING_CPL_DAYS} days`;
  const live = `live for ${count(row.liveDays)} days`;
  return {
    key: campaignKey,
    name: campaignName,
    detail: [campaignCode, goal].filter(Boolean).join(' · '),
    path: campaigns ? campaignPagePath(group, campaignKey) : null,
    why: `${cost}: ${dollars(value)}, goal ${dollars(target)}`,
    above: `${percent(row.percentOfTarget - 100)} above goal`,
    basis:
      measure === 'matureCpe' && row.matureCpeNote !== null
        ? `${row.matureCpeNote} ${live.replace(/^l/, 'L')}.`
        : `${count(row.inquiries)} ${lower('{inquiry.many}')}, ${live}.`,
  };
};
