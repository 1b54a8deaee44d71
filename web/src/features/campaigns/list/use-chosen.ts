import type { CampaignListRow } from '@paceline/contract';
import { useMemo, useState } from 'react';
import type { GridSelection, RowKey } from '../../../ui/grid/types.ts';
import { toast } from '../../../ui/toast-store.ts';
import { tellFailure } from '../api.ts';

type Rows = ReadonlyMap<RowKey, CampaignListRow>;
const NONE: Rows = new Map();

/** The campaigns that are ticked. Another question to the list begins with none: nothing is changed that is not seen. */
export const useChosen = (listed: readonly CampaignListRow[], question: string) => {
  const [state, setState] = useState<{ question: string; rows: Rows }>({ question, rows: NONE });
  const kept = state.question === question ? state.rows : NONE;
  const byKey = useMemo(() => new Map<RowKey, CampaignListRow>(listed.map((row) => [row.campaignKey, row])), [listed]);
  // Their statuses are those of the list as it is now.
  const rows = useMemo(() => [...kept].map(([key, row]) => byKey.get(key) ?? row), [kept, byKey]);
  const selection = useMemo<GridSelection>(
    () => ({
      selected: new Set(kept.keys()),
      onSelected: (keys) => {
        const pairs = [...keys].flatMap((key): [RowKey, CampaignListRow][] => {
          const row = byKey.get(key) ?? kept.get(key);
          return row ? [[key, row]] : [];
        });
        setState({ question, rows: new Map(pairs) });
      },
    }),
    [kept, byKey, question],
  );
  const takeAll = async (read: () => Promise<readonly CampaignListRow[] | undefined>): Promise<void> => {
    try {
      const all = await read();
      if (all) setState({ question, rows: new Map(all.map((row) => [row.campaignKey, row])) });
      else toast.info('The list changed meanwhile. Choose again.');
    } catch (error) {
      tellFailure(error as Error);
    }
  };
  return { rows, selection, takeAll, clear: () => setState({ question, rows: NONE }) };
};
