import { allocationsScreenExport } from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { downloadApi, saveFile } from '../../../lib/files/download.ts';
import { fitLayout, shownColumns } from '../../../ui/grid/view/layout.ts';
import type { GridColumn, GridLayout, RowKey } from '../../../ui/grid/types.ts';
import { type MonthOf, ofOwner, tellFailure } from '../api.ts';
import type { GridTable } from '../month/campaigns/campaign-columns.ts';

/** The columns as shown, in order. */
export const screenColumns = <Row>({ columns, standard }: GridTable<Row>, layout: GridLayout): string[] =>
  shownColumns<GridColumn<Row>>(columns, fitLayout(layout, columns, standard)).map(({ key }) => key);

interface Screen {
  columns: readonly string[];
  campaignKeys: readonly RowKey[];
}

/** Exports the screen as a workbook: the same columns, rows and order. */
export const useExport = ({ month, ownerKey }: MonthOf) =>
  useMutation({
    mutationFn: async ({ columns, campaignKeys }: Screen) => {
      const file = await downloadApi(
        allocationsScreenExport,
        {
          params: { brand: 'all', month: month === 'next' ? 'nextmonth' : 'currentmonth' },
          ...ofOwner(ownerKey),
          body: { columns: [...columns], campaignKeys: campaignKeys.map(Number) },
        },
        { fallbackName: 'allocations.xlsx' },
      );
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
