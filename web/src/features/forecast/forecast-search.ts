import { type Kpi, KPI_CODES } from '@paceline/contract';
import { choiceParam, textParam } from '../../lib/address/search-params.ts';

export interface ForecastSearch {
  kpi?: Kpi | undefined;
  /** The open line item. */
  line?: string | undefined;
}

export const readForecastSearch = (search: Record<string, unknown>): ForecastSearch => {
  const line = textParam(typeof search['line'] === 'number' ? String(search['line']) : search['line']);
  return {
    kpi: choiceParam(search['kpi'], KPI_CODES),
    line: line !== undefined && /^(custom:)?[1-9]\d{0,9}$/.test(line) ? line : undefined,
  };
};
