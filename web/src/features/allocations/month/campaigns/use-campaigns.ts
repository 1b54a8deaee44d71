import { type AllocationMonth, type CampaignRow, campaignSummaryStream } from '@paceline/contract';
import { useCallback, useEffect, useState } from 'react';
import { ApiError } from '../../../../lib/api/api-error.ts';
import { streamApi } from '../../../../lib/files/stream.ts';
import { rowBatches } from '../../../../ui/grid/body/row-batches.ts';
import { ofOwner } from '../../api.ts';

interface State {
  rows: readonly CampaignRow[];
  isReading: boolean;
  /** The list has been loaded completely: the next reading replaces it at once, not row by row. */
  isWhole: boolean;
  error: { message: string; requestId: string | null } | null;
}
export interface Campaigns extends State {
  /** Number of rows received during the first reading. */
  arriving: number | null;
  reload: () => void;
}

const NOTHING: State = { rows: [], isReading: true, isWhole: false, error: null };

const failureOf = (error: unknown): NonNullable<State['error']> => ({
  message: (error as Error).message,
  requestId: error instanceof ApiError ? error.requestId : null,
});

/**
 * A month's campaigns, shown in batches as they arrive. A truncated stream is an error that keeps the received rows; the next reading
 * replaces them only when complete.
 */
export const useCampaigns = (month: AllocationMonth, ownerKey: number | null): Campaigns => {
  const [state, setState] = useState<State>(NOTHING);
  const [round, setRound] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    const fresh: CampaignRow[] = [];
    const isQuiet = round > 0;
    const batches = rowBatches<CampaignRow>((rows) => {
      for (const row of rows) fresh.push(row);
      if (!isQuiet) setState((before) => ({ ...before, rows: [...fresh] }));
    });
    const read = async () => {
      try {
        const end = await streamApi(
          campaignSummaryStream,
          {
            params: { brand: 'all', month: month === 'next' ? 'nextmonth' : 'currentmonth' },
            ...ofOwner(ownerKey),
          },
          { signal: controller.signal, onRows: (rows) => batches.add(rows as CampaignRow[]) },
        );
        if (!end) return;
        batches.flush();
        setState({ rows: fresh, isReading: false, isWhole: true, error: null });
      } catch (error) {
        batches.flush();
        setState(({ rows, isWhole }) => ({
          rows: isQuiet ? rows : [...fresh],
          isReading: false,
          isWhole,
          error: failureOf(error),
        }));
      }
    };
    void read();
    return () => controller.abort();
  }, [month, ownerKey, round]);

  const reload = useCallback(() => {
    setState((before) => ({ ...before, isReading: true, error: null }));
    setRound((before) => before + 1);
  }, []);
  const isFirst = state.isReading && !state.isWhole;
  return { ...state, arriving: isFirst && state.rows.length > 0 ? state.rows.length : null, reload };
};
