import { Box, Button, Menu, NativeSelect, Switch, Text } from '@mantine/core';
import {
  type PickedCell,
  type QuestionColumn,
  REPORT_CHARTS,
  type ReportChart,
  type ReportFileFormat,
  type ReportQuestion,
  type UserGroup,
} from '@paceline/contract';
import { IconChevronDown } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { useStable } from '../../../ui/grid/use-stable.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { UnattributedLine } from '../../../shared/unattributed-line.tsx';
import { type Answered, saveReport } from '../api.ts';
import classes from '../analysis.module.css';
import { CallDialog } from '../call-dialog.tsx';
import { callTexts } from '../prepare-call.ts';
import { type AnswerRow, maturityTexts } from './prepare-table.ts';
import { ResultChart } from './result-chart.tsx';
import { ResultTable } from './result-table.tsx';
import type { useCellMenu } from './use-cell-menu.ts';

const CHART_WORDS: Readonly<Record<ReportChart, string>> = {
  table: 'Table only',
  line: 'Line',
  bar: 'Bar',
  stackedBar: 'Stacked bar',
  pie: 'Pie',
  scatter: 'Scatter',
  map: 'State map',
};

const YOUNG_NOTE =
  'Hatched figures: outcomes of these inquiries are still coming in. Hover for the percentage matured.';

interface ResultProps {
  ownerKey: number | null;
  group: UserGroup;
  answered: Answered;
  /** The current question; the answer may still be of the previous one. */
  question: ReportQuestion;
  isStale: boolean;
  isShaded: boolean;
  onShade: (isOn: boolean) => void;
  onChange: (question: ReportQuestion) => void;
  menu: ReturnType<typeof useCellMenu>;
  onPick: (cell: PickedCell) => void;
  /** Shows what is inside a name. */
  onDrill: (cell: PickedCell) => void;
}

/** The answer as chart, table, file and API call, with its notes. */
export const Result = ({
  ownerKey,
  group,
  answered,
  question,
  isStale,
  isShaded,
  onShade,
  onChange,
  menu,
  onPick,
  onDrill,
}: ResultProps) => {
  const { answer } = answered;
  const [isCall, setCall] = useState(false);
  const file = useMutation({
    mutationFn: (format: ReportFileFormat) => saveReport(ownerKey, question, format),
    onError: (error) => toast.error(error instanceof ApiError ? error : { message: error.message }),
  });
  const menuOf = useStable((row: AnswerRow, column: QuestionColumn) => menu(answered)(row, column));
  const order = useStable((next: ReportQuestion['order']) => onChange({ ...question, order: next }));
  const notes = [...maturityTexts(answer), ...(answer.matured === undefined ? [] : [YOUNG_NOTE]), ...answer.notes];
  return (
    <section className={classes.result} aria-label="Answer" aria-busy={isStale} data-stale={isStale || undefined}>
      <div className={classes.tools}>
        <NativeSelect
          size="xs"
          aria-label="Chart"
          data={REPORT_CHARTS.map((value) => ({ value, label: CHART_WORDS[value] }))}
          value={question.chart}
          onChange={({ currentTarget }) => onChange({ ...question, chart: currentTarget.value as ReportChart })}
        />
        <Switch
          size="xs"
          label="Shade cells"
          checked={isShaded}
          onChange={({ currentTarget }) => onShade(currentTarget.checked)}
        />
        <Text span inherit flex={1} />
        <Button size="xs" variant="default" onClick={() => setCall(true)}>
          Copy as call
        </Button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              loading={file.isPending}
              rightSection={<IconChevronDown size={14} aria-hidden="true" />}
            >
              Export
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => file.mutate('xlsx')}>Excel (.xlsx)</Menu.Item>
            <Menu.Item onClick={() => file.mutate('csv')}>CSV (.csv)</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </div>
      {answer.rows.length === 0 ? (
        <EmptyState
          title="Nothing matches"
          action={
            question.filters.length > 0 && (
              <Button variant="default" onClick={() => onChange({ ...question, filters: [] })}>
                Clear filters
              </Button>
            )
          }
        >
          There are no rows in these days with these filters.
        </EmptyState>
      ) : (
        <>
          {question.chart !== 'table' && <ResultChart kind={question.chart} {...answered} />}
          <ResultTable
            {...answered}
            isShaded={isShaded}
            menuOf={menuOf}
            onPick={onPick}
            onDrill={onDrill}
            onOrder={order}
          />
        </>
      )}
      <UnattributedLine unattributed={answer.unattributed} />
      {notes.length > 0 && (
        <Box component="ul" m={0} pl={18} fz="xs" c="dimmed" aria-label="Notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </Box>
      )}
      {isCall && (
        <CallDialog
          texts={callTexts(question, ownerKey, group, window.location.origin)}
          onClose={() => setCall(false)}
        />
      )}
    </section>
  );
};
