import {
  type AllocationMonth,
  campaignLayout,
  type CampaignRow,
  editableFields,
  fieldProblem,
  isEditField,
  type OwnerVariant,
  type TableLayout,
  type UserGroup,
} from '@paceline/contract';
import { layoutOf } from '../../ui/grid/layout.ts';
import type { GridColumn, GridLayout } from '../../ui/grid/types.ts';
import { linkCell, pacingNumberCell, soFarCell, statusCell } from './cells.tsx';
import { type ColumnSettings, gridColumn, isSoFar } from './prepare-columns.ts';
import { statusLabel } from '../../ui/campaign-status.tsx';

export type CampaignPart = 'status' | 'history' | 'sources' | 'attributes';

interface CampaignTableInput {
  group: UserGroup;
  month: AllocationMonth;
  variant: OwnerVariant;
  timeZone: string;
  mayEdit: boolean;
  open: (row: CampaignRow, part: CampaignPart) => void;
}
export interface GridTable<Row> {
  layout: TableLayout;
  columns: readonly GridColumn<Row>[];
  standard: GridLayout;
}

/** The history of a row is not of the contract's columns: it shows no value and goes into no file. */
const historyColumn = (open: CampaignTableInput['open']): GridColumn<CampaignRow> => ({
  key: 'actionHistory',
  label: 'History',
  group: 'Actions',
  kind: 'custom',
  sortable: false,
  filter: false,
  width: 84,
  description: 'Who changed what and when. Shift+F2 on a cell shows the cell’s own.',
  format: () => '',
  render: linkCell('History', (row) => open(row, 'history')),
});

/** The campaign table of a group's month: columns, what of them can be edited, and what is shown before anybody chooses. */
export const campaignTable = ({
  group,
  month,
  variant,
  timeZone,
  mayEdit,
  open,
}: CampaignTableInput): GridTable<CampaignRow> => {
  const layout = campaignLayout(group, month, variant);
  const settings: ColumnSettings<CampaignRow> = {
    group,
    labels: variant.labels,
    frozen: ['name'],
    editable: new Set(mayEdit ? editableFields(group, month) : []),
    problem: (key, value) => (isEditField(key) ? fieldProblem(key, value) : null),
    draw: {
      ...Object.fromEntries(
        layout.columns.filter(({ key }) => isSoFar(key)).map(({ key }) => [key, { render: soFarCell }]),
      ),
      subStatus: {
        filter: 'values',
        format: (_value, row) => statusLabel(row.subStatus),
        value: (row) => statusLabel(row.subStatus),
        render: statusCell(timeZone, (row) => open(row, 'status')),
      },
      diffToBudget: { render: pacingNumberCell },
      actionSources: { format: () => '', render: linkCell('Sources', (row) => open(row, 'sources')) },
      actionAttributes: {
        format: () => '',
        render: linkCell('Attributes', (row) => open(row, 'attributes')),
      },
    },
  };
  const columns = [...layout.columns.map((column) => gridColumn(column, settings)), historyColumn(open)];
  const visible = new Set(layout.visible);
  const hidden = layout.columns.map(({ key }) => key).filter((key) => !visible.has(key));
  return { layout, columns, standard: layoutOf(columns, { hidden, density: 'compact' }) };
};
