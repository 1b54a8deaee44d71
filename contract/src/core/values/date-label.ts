import { type Granularity } from '../metrics/report-query.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-03-02` as "Mar 2026" by month, "Week of Mar 2" by week, "Mar 2" by day; with the year if the range spans several years. */
export const dateLabel = (iso: string, grain: Granularity, { withYear = false } = {}): string => {
  const [year = '', month = '1', day = '1'] = iso.split('-');
  const name = MONTHS[Number(month) - 1] ?? '';
  if (grain === 'year') return year;
  if (grain === 'quarter') return `Q${Math.ceil(Number(month) / 3)} ${year}`;
  if (grain === 'month') return `${name} ${year}`;
  return `${grain === 'week' ? 'Week of ' : ''}${name} ${Number(day)}${withYear ? `, ${year}` : ''}`;
};
