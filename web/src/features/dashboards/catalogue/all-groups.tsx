import { Box, Button, Text } from '@mantine/core';
import {
  formatMetricValue,
  type WidgetAnswer,
  type WidgetColumn,
  type WidgetId,
  type WidgetRow,
} from '@paceline/contract';
import { useQueries } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { localZone, todayIn } from '../../../lib/text/format.ts';
import { writtenDay } from '../../../lib/text/days-text.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { FilterBar } from '../../../shared/filter-bar/filter-bar.tsx';
import { Chart } from '../../../ui/chart/chart.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { TableHead } from '../../../ui/table-head.tsx';
import { widgetQuery } from '../api.ts';
import { CustomDates, useSetSearch } from '../dashboard-bar.tsx';
import { readDashboardSearch } from '../dashboard-search.ts';
import { bodyOf, chosenRange } from '../prepare-range.ts';
import { RangePicker } from '../range/range-picker.tsx';
import { twoAxesChart } from '../widgets/prepare-charts.ts';
import { filtersFor } from './prepare-report.ts';
import classes from './all-groups.module.css';
import { dayColumns, daysOfGroups, figureColumns, groupsDaysText, totalOfGroups } from './prepare-all-groups.ts';

const textOf = ({ key, format }: WidgetColumn, row: WidgetRow): string => {
  const value = row[key];
  return format === null ? String(value ?? '') : formatMetricValue(format, typeof value === 'number' ? value : null);
};

const NumbersHead = ({ first, columns }: { first: string; columns: readonly WidgetColumn[] }) => (
  <TableHead of={[first]}>
    {columns.map(({ key, label }) => (
      <th key={key} scope="col" className={classes.number}>
        {label}
      </th>
    ))}
  </TableHead>
);

/** A widget of every school group; a failed one does not take the others along. */
const useGroups = (widget: WidgetId, search: ReturnType<typeof readDashboardSearch>, today: string) => {
  const owners = useSession((state) => state.owners) ?? [];
  const queries = useQueries({
    queries: owners.map(({ ownerKey }) =>
      widgetQuery(`${widget} of ${ownerKey}`, widget, bodyOf(search, ownerKey, today)),
    ),
  });
  const groups = owners.map((owner, index) => ({ owner, query: queries[index]! }));
  return {
    groups,
    answers: queries.flatMap(({ data }) => data ?? []),
    isPending: queries.some(({ isPending }) => isPending),
    failure: queries.find(({ error, data }) => error !== null && data === undefined)?.error ?? null,
    retry: () => void Promise.all(queries.filter(({ error }) => error !== null).map(({ refetch }) => refetch())),
  };
};
type Groups = ReturnType<typeof useGroups>;

/** Its content once every school group has answered or failed. */
const GroupsLoaded = ({ of, children }: { of: Groups; children: () => ReactNode }) => {
  if (of.isPending) return <LoadingSkeleton label="Loading the figures" lines={5} />;
  return (
    <>
      {of.failure !== null && (
        <RetryPanel
          title="Some school groups could not be loaded"
          message={of.failure.message}
          requestId={null}
          onRetry={of.retry}
        />
      )}
      {of.answers.length > 0 && children()}
    </>
  );
};

const Figures = ({ of }: { of: Groups }) => {
  const columns = useMemo(() => figureColumns(), []);
  return (
    <SectionCard title="Key Figures by School Group" note={groupsDaysText(of.answers)}>
      <GroupsLoaded of={of}>
        {() => (
          <table className={table.table}>
            <NumbersHead first="School group" columns={columns} />
            <tbody>
              {of.groups.map(({ owner, query }) => (
                <tr key={owner.ownerKey}>
                  <th scope="row">
                    <Link to="." search={((now: object) => ({ ...now, owner: owner.ownerKey })) as never}>
                      {owner.name}
                    </Link>
                  </th>
                  {columns.map((column) => (
                    <td key={column.key} data-label={column.label} className={classes.number}>
                      {query.data ? textOf(column, query.data.totals) : '–'}
                    </td>
                  ))}
                </tr>
              ))}
              <tr>
                <th scope="row">Total</th>
                {columns.map((column) => (
                  <td key={column.key} data-label={column.label} className={classes.number}>
                    <strong>{textOf(column, totalOfGroups(of.answers))}</strong>
                  </td>
                ))}
              </tr>
            </tbody>
          </table>
        )}
      </GroupsLoaded>
    </SectionCard>
  );
};

const DaysTable = ({ answer, columns }: { answer: WidgetAnswer; columns: readonly WidgetColumn[] }) => (
  <ScrollFrame label="Figures by day" height={300}>
    <table className={table.table}>
      <NumbersHead first={columns[0]?.label ?? ''} columns={columns.slice(1)} />
      <tbody>
        {answer.data.map((row) => (
          <tr key={String(row['date'])}>
            <th scope="row">{writtenDay(String(row['date']))}</th>
            {columns.slice(1).map((column) => (
              <td key={column.key} data-label={column.label} className={classes.number}>
                {textOf(column, row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollFrame>
);

const ByDay = ({ of }: { of: Groups }) => {
  const columns = useMemo(() => dayColumns(), []);
  const [asTable, setAsTable] = useState(false);
  const answer = daysOfGroups(of.answers);
  const isEmpty = answer === null || answer.data.length === 0;
  const toggleByKey = (event: KeyboardEvent): void => {
    if (event.key === 't' && !event.ctrlKey && !event.metaKey && !event.altKey) setAsTable(!asTable);
  };
  return (
    <Box miw={0} mt={12} onKeyDown={toggleByKey}>
      <SectionCard
        title="All School Groups by Day"
        action={
          !isEmpty && (
            <Button size="compact-xs" variant="subtle" aria-keyshortcuts="t" onClick={() => setAsTable(!asTable)}>
              {asTable ? 'View as chart' : 'View as table'}
            </Button>
          )
        }
      >
        <GroupsLoaded of={of}>
          {() =>
            isEmpty ? (
              <Text size="sm">No figures in these days.</Text>
            ) : asTable ? (
              <DaysTable answer={answer} columns={columns} />
            ) : (
              <Chart
                label="Figures of all school groups by day"
                option={twoAxesChart(answer, columns, 'inquiries')}
                height={300}
              />
            )
          }
        </GroupsLoaded>
      </SectionCard>
    </Box>
  );
};

/** The Media Dashboard over all school groups of a media partner: each with its figures, and the days of all of them. */
export const AllGroups = ({ choice }: { choice: ReactNode }) => {
  const said: Record<string, unknown> = useSearch({ strict: false });
  const search = useMemo(() => readDashboardSearch(said), [said]);
  const set = useSetSearch();
  const [today] = useState(() => todayIn(localZone(), new Date()));
  const chosen = useMemo(() => chosenRange(search, today), [search, today]);
  const isWrong = chosen.kind === 'wrong';
  const shown = isWrong ? { ...search, range: undefined } : search;
  const figures = useGroups('mediaFigures', shown, today);
  const days = useGroups('mediaByDay', shown, today);
  return (
    <>
      <FilterBar campusOf="lead" filters={filtersFor('mp')}>
        {choice}
        <RangePicker search={search} chosen={chosen} today={today} onChange={set} />
        {search.range === 'custom' && <CustomDates search={search} chosen={chosen} onChange={set} />}
      </FilterBar>
      {isWrong ? (
        <EmptyState title="No figures for these dates">{chosen.message}</EmptyState>
      ) : (
        <>
          <Figures of={figures} />
          <ByDay of={days} />
        </>
      )}
    </>
  );
};
