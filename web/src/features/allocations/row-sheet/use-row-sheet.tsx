import type { CampaignRow } from '@paceline/contract';
import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import { useIsNarrow } from '../../../shared/use-is-narrow.ts';
import type { GridColumn, GridLayout, RowKey } from '../../../ui/grid/types.ts';
import type { Sheet } from '../sheet/use-sheet.ts';

const RowSheet = lazy(async () => ({ default: (await import('./row-sheet.tsx')).RowSheet }));

/** Columns shown first where little more than the name fits, which has the code below it. */
const FIRST = ['name', 'subStatus', 'userDefinedMonthlyAllocation', 'projectionToBudget'];

/** On a narrow screen a campaign's name opens its row for editing: cells are too small to touch and too many for the screen. */
export const useRowSheet = (
  sheet: Sheet<CampaignRow>,
  /** The filtered rows in order. */
  shown: RefObject<readonly RowKey[]>,
) => {
  const isNarrow = useIsNarrow();
  const [opened, setOpened] = useState<{ rowKey: RowKey; index: number; count: number } | null>(null);
  const show = useCallback(
    (rowKey: RowKey) => setOpened({ rowKey, index: shown.current.indexOf(rowKey), count: shown.current.length }),
    [shown],
  );
  const step = (by: number) => {
    const keys = shown.current;
    const next = keys[((opened?.index ?? 0) + by + keys.length) % keys.length];
    if (next !== undefined) show(next);
  };
  /** The layout that fits; the user's stored layout is unchanged. */
  const narrowed = (layout: GridLayout): GridLayout =>
    isNarrow
      ? {
          ...layout,
          order: [...FIRST, ...layout.order.filter((key) => !FIRST.includes(key))],
          hidden: layout.hidden.filter((key) => !FIRST.includes(key)),
          density: 'comfortable',
        }
      : layout;
  const element = (columns: readonly GridColumn<CampaignRow>[]): ReactNode => {
    if (!isNarrow) return null;
    const row = opened ? (sheet.rows.find(({ campaignKey }) => campaignKey === opened.rowKey) ?? null) : null;
    return (
      <Suspense fallback={null}>
        <RowSheet
          row={row}
          columns={columns}
          edits={opened ? sheet.edits.edits.get(opened.rowKey) : undefined}
          place={opened ? `${opened.index + 1} of ${opened.count}` : ''}
          onStep={step}
          onEdit={(change) => sheet.edits.edit([change], 'edit of a row')}
          onClose={() => setOpened(null)}
        />
      </Suspense>
    );
  };
  return { isNarrow, show, narrowed, element };
};
