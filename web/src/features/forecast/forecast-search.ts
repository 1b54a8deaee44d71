import { type Kpi, KPI_CODES, WHAT_IF_PERCENT } from '@paceline/contract';
import { choiceParam, textParam } from '../../lib/address/search-params.ts';

export interface ForecastSearch {
  kpi?: Kpi | undefined;
  /** The open line item, or all of them together. */
  line?: string | undefined;
  /** Change of spend of the what-if over all line items, in percent. */
  spend?: number | undefined;
}

export const ALL_LINES = 'all';

const percentOf = (value: unknown): number | undefined => {
  const percent = Number(value);
  const { least, most } = WHAT_IF_PERCENT;
  return value !== undefined && Number.isInteger(percent) && percent >= least && percent <= most ? percent : undefined;
};

export const readForecastSearch = (search: Record<string, unknown>): ForecastSearch => {
  const line = textParam(typeof search['line'] === 'number' ? String(search['line']) : search['line']);
  return {
    kpi: choiceParam(search['kpi'], KPI_CODES),
    line: line !== undefined && (line === ALL_LINES || /^(custom:)?[1-9]\d{0,9}$/.test(line)) ? line : undefined,
    spend: percentOf(search['spend']),
  };
};
