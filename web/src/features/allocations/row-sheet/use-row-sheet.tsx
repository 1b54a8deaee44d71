import { useMediaQuery } from '@mantine/hooks';
import type { CampaignRow } from '@paceline/contract';
import { lazy, type ReactNode, type RefObject, Suspense, useCallback, useState } from 'react';
import type { GridColumn, GridLayout, RowKey } from '../../../ui/grid/types.ts';
import type { Sheet } from '../sheet/use-sheet.ts';

const RowSheet = lazy(async () => ({ default: (await import('./row-sheet.tsx')).RowSheet }));

/** As the grid and the styles have it. */
const NARROW = '(width < 600px)';
/** What stands beside the name where only that fits. */
const FIRST = ['name', 'userDefinedMonthlyAllocation', 'projectionToBudget'];

/** On a narrow screen the campaign's name opens its row, since cells are too small for fingers and too many for the screen. */
export const useRowSheet = (
  sheet: Sheet<CampaignRow>,
  /** The rows that are left, in their order. */
  shown: RefObject<readonly RowKey[]>,
) => {
  const isNarrow = useMediaQuery(NARROW, false) ?? false;
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
  /** The order that fits; what a user stores is the one that was chosen. */
  const narrowed = (layout: GridLayout): GridLayout =>
    isNarrow
      ? {
          ...layout,
          order: [...FIRST, ...layout.order.filter((key) => !FIRST.includes(key))],
          hidden: layout.hidden.filter((key) => !FIRST.includes(key)),
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
