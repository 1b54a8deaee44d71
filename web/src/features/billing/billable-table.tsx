import { CellButton } from '../../ui/cell-button.tsx';
import {
  BILLABLE_FIRST_FIGURES,
  BILLABLE_NAMES,
  BILLABLE_OWNER,
  type BillableFigure,
  type BillableGroup,
  type BillableName,
  type BillableRow,
  billableFiguresFor,
  billableNamesFor,
  billableTotal,
  formulaText,
  formatMetricValue,
  metricLabel,
  METRICS,
  type MetricViewer,
  REMARKS,
  type UserGroup,
} from '@paceline/contract';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useOwnerNames } from '../../shared/use-owner-names.ts';
import { useGridLayout } from '../../shared/use-grid-layout.ts';
import { useIsNarrow } from '../../shared/use-is-narrow.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { CellView, GridColumn } from '../../ui/grid/types.ts';
import { layoutOf } from '../../ui/grid/view/layout.ts';
import { Shortened } from '../../ui/lists/shortened.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import type { BillableAnswer } from './api.ts';
import { prefixesOf, REMARK_TONES, rowKeyOf, rowName } from './prepare-billing.ts';

interface BillableTableProps {
  answer: BillableAnswer;
  rows: readonly BillableRow[];
  groups: readonly BillableGroup[];
  viewer: MetricViewer;
  /** Rows of several school groups: a column names them. */
  hasOwners: boolean;
  onOpen: (row: BillableRow) => void;
  empty: ReactNode;
}

const HIDDEN_NAMES: readonly string[] = [
  'partnerCode',
  'campus',
  'lineItem',
  'campaignCode',
  'productType',
  'ioNumber',
];
/** A narrow screen shows the name and two figures. */
const NARROW_FIGURES: readonly string[] = ['totalDue', 'billableLeads'];

interface Sight {
  main: string | undefined;
  isNarrow: boolean;
  /** Nothing but zeros, or no status at all. */
  zeros: ReadonlySet<string>;
}

const isHidden = (key: string, { main, isNarrow, zeros }: Sight): boolean => {
  if (zeros.has(key)) return true;
  if (Object.hasOwn(METRICS, key))
    return isNarrow ? !NARROW_FIGURES.includes(key) : !BILLABLE_FIRST_FIGURES.includes(key as BillableFigure);
  return HIDDEN_NAMES.includes(key) || (isNarrow && key !== main && key !== 'state');
};

const FIGURE_WIDTHS: Partial<Record<BillableFigure, number>> = {
  billableLeads: 66,
  unitPrice: 68,
  priorMonthAdjustments: 102,
  mediaPriorMonthAdjustments: 102,
  marginPercent: 68,
};
/** The bill's total and the margin stay in sight at 1280 px; what has only zeros gives its room to them. */
const FIGURE_WIDTH = 92;

/** Figures that are zero or unknown in every row. */
const zeroFigures = (figures: readonly BillableFigure[], rows: readonly BillableRow[]): ReadonlySet<string> =>
  new Set(figures.filter((key) => key !== 'totalDue' && !rows.some((row) => (row.figures[key] ?? 0) !== 0)));

const mainOf = (groups: readonly BillableGroup[], group: UserGroup): string | undefined => {
  const names = billableNamesFor(groups, group);
  return names.findLast((key) => ['partnerName', 'clientName', 'campaignName'].includes(key)) ?? names[0];
};

const figureText = (key: BillableFigure, value: unknown): string =>
  formatMetricValue(METRICS[key], typeof value === 'number' ? value : null);

const columnsOf = (
  groups: readonly BillableGroup[],
  viewer: MetricViewer,
  figures: readonly BillableFigure[],
  onOpen: (row: BillableRow) => void,
  ownerName: ((ownerKey: number) => string) | null,
  prefixOf: (key: BillableName, row: BillableRow) => string,
): GridColumn<BillableRow>[] => {
  const names = billableNamesFor(groups, viewer.group);
  const main = mainOf(groups, viewer.group);
  return [
    ...(ownerName === null
      ? []
      : [
          {
            ...BILLABLE_OWNER,
            kind: 'text',
            width: 170,
            value: ({ ownerKey }) => ownerName(ownerKey),
          } satisfies GridColumn<BillableRow>,
        ]),
    ...names.map((key): GridColumn<BillableRow> => ({
      key,
      label: BILLABLE_NAMES[key].label,
      kind: 'text',
      width: key === main ? 224 : key === 'sourceName' ? 150 : 98,
      render: ({ row, text }: CellView<BillableRow>) => <Shortened text={text} prefix={prefixOf(key, row)} />,
      ...(key === main && {
        frozen: true,
        excludeFromMenu: true,
        grow: { least: 200, most: 420 },
        render: ({ row, text, tabIndex }: CellView<BillableRow>) => (
          <CellButton tabIndex={tabIndex} onClick={() => onOpen(row)}>
            {text === '' ? rowName(row) : <Shortened text={text} prefix={prefixOf(key, row)} />}
          </CellButton>
        ),
      }),
    })),
    ...figures.map((key): GridColumn<BillableRow> => ({
      key,
      label: metricLabel(key, 'default', viewer.group),
      description: formulaText(key, 'default'),
      kind: 'custom',
      align: 'end',
      width: FIGURE_WIDTHS[key] ?? FIGURE_WIDTH,
      value: (row) => row.figures[key] ?? null,
      format: (value) => figureText(key, value),
    })),
    ...(groups.includes('campaign') && viewer.group !== 'cl'
      ? [
          {
            key: 'state',
            label: 'Status',
            kind: 'custom',
            width: 96,
            format: (value: unknown) => (value === null ? '' : REMARKS[value as keyof typeof REMARKS]),
            render: ({ row, text }: CellView<BillableRow>) =>
              row.state === null ? null : <StatusMark tone={REMARK_TONES[row.state]}>{text}</StatusMark>,
          } satisfies GridColumn<BillableRow>,
        ]
      : []),
  ];
};

/** The bill's rows, with the total of the visible ones. */
export const BillableTable = ({ answer, rows, groups, viewer, hasOwners, onOpen, empty }: BillableTableProps) => {
  const nameOf = useOwnerNames();
  const isFrozen = answer.month?.isFrozen ?? false;
  const figures = useMemo(() => billableFiguresFor(viewer, isFrozen), [viewer, isFrozen]);
  const ownerName = hasOwners ? nameOf : null;
  const columns = useMemo(
    () => columnsOf(groups, viewer, figures, onOpen, ownerName, prefixesOf(answer.rows)),
    [groups, viewer, figures, onOpen, ownerName, answer.rows],
  );
  const isNarrow = useIsNarrow();
  const zeros = useMemo(() => {
    const zero = zeroFigures(figures, answer.rows);
    return answer.rows.some(({ state }) => state !== null) ? zero : new Set([...zero, 'state']);
  }, [figures, answer.rows]);
  const standard = useMemo(
    () =>
      layoutOf(columns, {
        hidden: columns
          .map(({ key }) => key)
          .filter((key) => isHidden(key, { main: mainOf(groups, viewer.group), isNarrow, zeros })),
      }),
    [columns, groups, isNarrow, zeros, viewer.group],
  );
  const [layout, setLayout] = useGridLayout(
    `billable-${hasOwners ? 'all-' : ''}${groups.join('-')}${isNarrow ? '-narrow' : ''}`,
    standard,
  );
  const totals = useCallback(
    (shown: readonly BillableRow[]): Record<string, string> => {
      const total = billableTotal(figures, shown);
      return Object.fromEntries(figures.map((key) => [key, figureText(key, total[key])]));
    },
    [figures],
  );
  return (
    <Grid
      label="Billable"
      columns={columns}
      rows={rows}
      rowKey={rowKeyOf}
      rowLabel={rowName}
      layout={layout}
      defaultLayout={standard}
      onLayout={setLayout}
      readOnly="Bills are read-only."
      totals={totals}
      outOf={answer.rowCount}
      empty={empty}
      // What is above it and its own total row: the total is in the window without scrolling the page.
      maxHeight="max(300px, calc(100dvh - 390px))"
    />
  );
};
