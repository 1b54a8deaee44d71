import {
  AGREED_FIELDS,
  agreedValue,
  AT_STAKE_COLUMN,
  labelsOf,
  type AllocationMonth,
  campaignLayout,
  type CampaignRow,
  type Column,
  editableFields,
  fieldProblem,
  isEditField,
  type OwnerVariant,
  type PacingException,
  type TableLayout,
  type UserGroup,
  WHY_COLUMN,
  whyAttention,
} from '@paceline/contract';
import { layoutOf } from '../../../../ui/grid/view/layout.ts';
import type { GridColumn, GridLayout } from '../../../../ui/grid/types.ts';
import {
  adjustedCell,
  codeCell,
  linkCell,
  nameCell,
  pacingNumberCell,
  projectionCell,
  soFarCell,
  SPEND_WIDTH,
  spendCell,
  statusCell,
  whyCell,
} from '../columns/cells.tsx';
import { lockOf } from '../columns/column-locks.ts';
import { type ColumnSettings, gridColumn, isSoFar } from '../columns/prepare-columns.ts';
import { statusLabel } from '../../../../ui/marks/campaign-status.tsx';

export type CampaignPart = 'status' | 'history' | 'sources' | 'attributes';

interface CampaignTableInput {
  group: UserGroup;
  month: AllocationMonth;
  variant: OwnerVariant;
  timeZone: string;
  mayEdit: boolean;
  /** Beginnings that are not shown: of each name, and of all codes. */
  prefix: { names: ReadonlyMap<string, string>; code: string };
  open: (row: CampaignRow, part: CampaignPart) => void;
  /** The campaigns that need attention, by key. */
  attention: ReadonlyMap<number, PacingException>;
  /** Opens a row for editing, where cells are too small. */
  edit?: ((row: CampaignRow) => void) | undefined;
}
export interface GridTable<Row> {
  layout: TableLayout;
  columns: readonly GridColumn<Row>[];
  standard: GridLayout;
}

/** The history column is not in the contract: it has no value and is not exported. */
const historyColumn = (open: CampaignTableInput['open']): GridColumn<CampaignRow> => ({
  key: 'actionHistory',
  label: 'History',
  group: 'Actions',
  kind: 'custom',
  sortable: false,
  filter: false,
  width: 84,
  description: 'Who changed what and when. Press Shift+F2 on a cell for the history of that cell.',
  format: () => '',
  render: linkCell('History', (row) => open(row, 'history')),
});

const gridNamesOf = ({ key, label = key, parent }: Column) => ({ key, label, group: parent });

/** Columns with the reason and amount of attention a campaign needs; used by the "Needs attention" layout. */
const attentionColumns = (attention: CampaignTableInput['attention']): GridColumn<CampaignRow>[] => [
  {
    ...gridNamesOf(WHY_COLUMN),
    kind: 'text',
    width: 240,
    description: 'Why the campaign needs attention: what stops it, or delivered against due.',
    value: (row) => {
      const exception = attention.get(row.campaignKey);
      return exception === undefined ? '' : whyAttention(row, exception);
    },
    render: ({ text }) => whyCell(text),
  },
  {
    ...gridNamesOf(AT_STAKE_COLUMN),
    kind: 'dollar',
    width: 96,
    description: 'Spend projection minus budget, or demand beyond its cap. Empty: needs no attention.',
    value: ({ campaignKey }) => attention.get(campaignKey)?.dollars ?? null,
  },
];

/** Codes of several owners share no prefix: they are shown in full. */
const WHOLE_CODE = 128;

/** Named after the columns that are editable: in the current month, the weekly targets. */
const BUYERS_GROUPS: Readonly<Record<string, string>> = { weeklySoftAllocation: 'Adjusted in the month' };

/** The campaign table of a user group's month: columns, editable fields and default layout. */
export const campaignTable = ({
  group,
  month,
  variant,
  timeZone,
  mayEdit,
  prefix,
  open,
  attention,
  edit,
}: CampaignTableInput): GridTable<CampaignRow> => {
  const layout = campaignLayout(group, month, variant);
  const isBuyers = layout.first.length > 0;
  const settings: ColumnSettings<CampaignRow> = {
    group,
    labels: labelsOf(variant),
    band: variant.pacingBand,
    frozen: ['name'],
    editable: new Set(mayEdit ? editableFields(group, month) : []),
    problem: (key, value) => (isEditField(key) ? fieldProblem(key, value) : null),
    lock: (key) => lockOf(group, month, key),
    draw: {
      ...Object.fromEntries(
        layout.columns.filter(({ key }) => isSoFar(key)).map(({ key }) => [key, { render: soFarCell }]),
      ),
      // At 1280 pixels the buyer's columns leave it about 140 pixels; the others do not fit anyway.
      name: { render: nameCell(prefix.names, edit), grow: { least: isBuyers ? 136 : 200, most: 380 } },
      campaignCode: { searched: true, render: codeCell(prefix.code), ...(prefix.code === '' && { width: WHOLE_CODE }) },
      ...Object.fromEntries(
        Object.keys(AGREED_FIELDS).map((key) => [
          key,
          { base: (row: CampaignRow) => agreedValue(row, key), render: adjustedCell(key) },
        ]),
      ),
      incrementalCapacity: { signed: true },
      mtdSpent: { render: spendCell, width: SPEND_WIDTH },
      subStatus: {
        filter: 'values',
        format: (_value, row) => statusLabel(row.subStatus),
        value: (row) => statusLabel(row.subStatus),
        render: statusCell(timeZone, (row) => open(row, 'status')),
      },
      spendProjection: { render: projectionCell('spendProjection') },
      leadProjection: { render: projectionCell('leadProjection') },
      projectionToBudget: { render: pacingNumberCell(variant.pacingBand) },
      actionSources: { format: () => '', render: linkCell('Sources', (row) => open(row, 'sources')) },
      actionAttributes: {
        format: () => '',
        render: linkCell('Attributes', (row) => open(row, 'attributes')),
      },
    },
  };
  const own = layout.columns.map((column) => {
    const base = gridColumn(column, settings);
    const parent = isBuyers ? BUYERS_GROUPS[column.key] : undefined;
    return parent === undefined ? base : { ...base, group: parent };
  });
  const columns = [
    ...own,
    ...(group === 'mp' || month === 'next' ? [] : attentionColumns(attention)),
    historyColumn(open),
  ];
  const visible = new Set([...layout.visible, ...(isBuyers ? [] : ['actionHistory'])]);
  const keys = columns.map(({ key }) => key);
  const order = [...layout.first, ...keys.filter((key) => !layout.first.includes(key))];
  const hidden = keys.filter((key) => !visible.has(key));
  return { layout, columns, standard: layoutOf(columns, { order, hidden, density: 'compact' }) };
};
