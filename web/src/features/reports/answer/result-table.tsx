import {
  canAsk,
  hasRowsBehindCell,
  type PickedCell,
  type QuestionColumn,
  type ReportQuestion,
  ROW_KEY,
  youngOf,
  youngText,
} from '@paceline/contract';
import { memo, type ReactNode, useMemo, useState } from 'react';
import { toneOf } from '../../../lib/text/change-tone.ts';
import { formatCount } from '../../../lib/text/format.ts';
import { EndedText } from '../../../ui/marks/ended-text.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { CellView, GridColumn, GridLayout, GridMenuItem, Selected } from '../../../ui/grid/types.ts';
import { layoutOf } from '../../../ui/grid/view/layout.ts';
import type { Answered } from '../api.ts';
import classes from '../analysis.module.css';
import {
  type AnswerRow,
  cellText,
  isNumberColumn,
  rowName,
  rowsText,
  type Scale,
  shadeOf,
  shades,
} from './prepare-table.ts';

interface ResultTableProps extends Answered {
  isShaded: boolean;
  /** Called when a number is opened. Must be a stable function. */
  onPick?: ((cell: PickedCell) => void) | undefined;
  /** A cell's menu. */
  /** Called by a double click or Enter on a name. Must be a stable function. */
  onDrill?: ((cell: PickedCell) => void) | undefined;
  menuOf?: (row: AnswerRow, column: QuestionColumn) => readonly GridMenuItem[];
  maxHeight?: string;
  onOrder: (order: ReportQuestion['order']) => void;
}

interface Children {
  children: ReactNode;
}

const Change = ({ value, text, measure }: { value: unknown; text: string; measure: string }) => (
  <span className={classes.change} data-tone={toneOf(measure, typeof value === 'number' ? value : null)}>
    {text}
  </span>
);

const Shaded = ({ depth, text }: { depth: number; text: string }) => (
  <span className={classes.shaded} style={{ '--depth': `${Math.round(depth * 55)}%` } as React.CSSProperties}>
    {text}
  </span>
);

/** Opens the rows behind a number: by click, or Enter on its cell. Dragging and Shift select cells instead. */
const Pick = ({ cell, onPick, children }: { cell: PickedCell; onPick: (cell: PickedCell) => void } & Children) => (
  <button
    type="button"
    tabIndex={-1}
    data-selects
    className={classes.pick}
    onClick={({ shiftKey }) => {
      if (!shiftKey) onPick(cell);
    }}
  >
    {children}
  </button>
);

/** Opens what is inside a name: by a double click, or Enter on its cell. A click selects the cell. */
const Name = ({ cell, text, onDrill }: { cell: PickedCell; text: string; onDrill: ResultTableProps['onDrill'] }) => {
  if (onDrill === undefined || !canAsk(cell)) return <EndedText text={text} />;
  return (
    <button
      type="button"
      tabIndex={-1}
      data-selects
      className={`${classes.pick} ${classes.drill}`}
      // A key press has no clicks to count.
      onClick={({ detail }) => {
        if (detail === 0 || detail === 2) onDrill(cell);
      }}
    >
      <EndedText text={text} />
    </button>
  );
};

const gridColumns = (
  { answer, question }: Answered,
  isShaded: boolean,
  onPick: ResultTableProps['onPick'],
  onDrill: ResultTableProps['onDrill'],
): GridColumn<AnswerRow>[] => {
  const most = isShaded ? shades(answer) : new Map<string, Scale>();
  return answer.columns.map((column): GridColumn<AnswerRow> => {
    const { key, label, group, role, measure = '', pivotIndex } = column;
    const isNumber = isNumberColumn(column);
    const top = most.get(key);
    const numberCell = ({ row, value, text }: CellView<AnswerRow>) => {
      const young =
        role === 'measure' ? youngOf(answer, row, measure, pivotIndex === undefined ? '' : `@${pivotIndex}`) : null;
      const plain =
        role === 'change' ? (
          <Change value={value} text={text} measure={measure} />
        ) : top === undefined ? (
          text
        ) : (
          <Shaded depth={shadeOf(value as AnswerRow[string], top)} text={text} />
        );
      const shown =
        young === null ? (
          plain
        ) : (
          <span className={classes.young} title={youngText(young, (whole) => cellText(column, whole, answer, null))}>
            {plain}
          </span>
        );
      const cell: PickedCell = { row, column, question, answer };
      return onPick !== undefined && hasRowsBehindCell(cell) ? (
        <Pick cell={cell} onPick={onPick}>
          {shown}
        </Pick>
      ) : (
        shown
      );
    };
    return {
      key,
      label: role === 'previous' ? 'Before' : role === 'change' ? 'Change' : label,
      description: label,
      ...(group !== undefined
        ? { group }
        : answer.compared !== null && isNumber
          ? { group: measureLabel(answer.columns, measure) }
          : {}),
      kind: 'custom',
      align: isNumber ? 'end' : 'start',
      sortable: pivotIndex === undefined,
      filter: false,
      excludeFromMenu: !isNumber,
      ...(isNumber ? { width: 118 } : { frozen: true, width: role === 'date' ? 130 : 230 }),
      format: (value) => cellText(column, value as AnswerRow[string], answer, question.granularity),
      ...(!isNumber && {
        render: ({ row, text }: CellView<AnswerRow>) => (
          <Name cell={{ row, column, question, answer }} text={text} onDrill={onDrill} />
        ),
      }),
      ...(isNumber && { render: numberCell }),
    };
  });
};

const measureLabel = (columns: readonly QuestionColumn[], measure: string): string =>
  columns.find(({ key }) => key === measure)?.label ?? measure;

const noMenu = () => [];

/** The answer as a table. Totals come from the server, the order from the question. */
export const ResultTable = memo(
  ({
    question,
    answer,
    isShaded,
    onPick,
    onDrill,
    menuOf = noMenu,
    maxHeight = 'min(70dvh, 720px)',
    onOrder,
  }: ResultTableProps) => {
    const columns = useMemo(
      () => gridColumns({ answer, question }, isShaded, onPick, onDrill),
      [answer, question, isShaded, onPick, onDrill],
    );
    const standard = useMemo(
      () => layoutOf(columns, { sort: question.order.map(({ member, direction }) => ({ column: member, direction })) }),
      [columns, question.order],
    );
    const [own, setOwn] = useState<Pick<GridLayout, 'widths' | 'density' | 'hidden'>>({
      widths: {},
      density: 'standard',
      hidden: [],
    });
    const layout = useMemo(() => ({ ...standard, ...own }), [standard, own]);
    const arrange = ({ sort, widths, density, hidden }: GridLayout): void => {
      setOwn({ widths, density, hidden });
      if (JSON.stringify(sort) !== JSON.stringify(layout.sort))
        onOrder(sort.slice(0, 6).map(({ column, direction }) => ({ member: column, direction })));
    };
    const totals = useMemo(
      () =>
        Object.fromEntries(
          answer.columns
            .filter(isNumberColumn)
            .map((column) => [column.key, cellText(column, answer.total[column.key], answer, question.granularity)]),
        ),
      [answer, question.granularity],
    );
    const isCut = answer.rows.length < answer.rowCount;
    const hasNames = answer.columns.some((column) => !isNumberColumn(column));
    const menu = ({ rows, columnKeys }: Selected<AnswerRow>): readonly GridMenuItem[] => {
      const [row] = rows;
      const column = answer.columns.find(({ key }) => key === columnKeys[0]);
      return row !== undefined && column !== undefined && rows.length === 1 ? menuOf(row, column) : [];
    };
    return (
      <Grid
        label="Result"
        columns={columns}
        rows={answer.rows}
        rowKey={(row) => String(row[ROW_KEY])}
        rowLabel={(row) => rowName(row, answer, question.granularity)}
        layout={layout}
        defaultLayout={standard}
        onLayout={arrange}
        menu={menu}
        readOnly="A report is read, not edited."
        server={{ count: rowsText(answer), hasSearch: false }}
        {...(hasNames && {
          totals: () => totals,
          totalsLabel: isCut ? `Total of all ${formatCount(answer.rowCount)}; shown` : 'Total',
        })}
        maxHeight={maxHeight}
      />
    );
  },
);
