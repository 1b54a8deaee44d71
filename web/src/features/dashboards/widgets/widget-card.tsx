import { ActionIcon, Flex, Group, Menu, Modal, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import {
  countDaysOf,
  fileWords,
  isMonthToDate,
  type Labels,
  MAX_ROWS,
  type UserGroup,
  type WidgetAnswer,
  type WidgetBody,
  type WidgetColumn,
  widgetColumns,
  withAttributed,
} from '@paceline/contract';
import { IconArrowDown, IconArrowUp, IconDotsVertical, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useRef, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { saveFile } from '../../../lib/files/download.ts';
import { useSession } from '../../../lib/session/session-store.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import type { ChartHandle } from '../../../ui/chart/chart.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { widgetQuery } from '../api.ts';
import { ColumnMenu } from './column-menu.tsx';
import { DownloadMenu } from '../../../ui/pieces/download-menu.tsx';
import type { ReportFiles } from '../files/report-files.ts';
import type { Slot, WidgetView } from '../dashboards.ts';
import { HeadlineTiles } from './headline-tiles.tsx';
import { basisNotes } from './prepare-basis.ts';
import { namedStages } from './prepare-charts.ts';
import { datesOf } from '../prepare-dates.ts';
import { bodyFor } from '../prepare-range.ts';
import { writtenDays } from '../../../lib/text/days-text.ts';
import { type Figure, matureFigure } from '../figures/prepare-figure.ts';
import { widgetCsv } from '../files/prepare-file.ts';
import { isRankedWidget, readSorts, type Sort, withSort } from './prepare-sort.ts';
import { pngFile } from '../files/png-file.ts';
import { isShown, useColumns } from './use-columns.ts';
import { WidgetBodyView } from './widget-body.tsx';
import { WidgetNotes } from './widget-notes.tsx';
import type { PickFigure } from './widget-table.tsx';
import classes from './widget-card.module.css';
import { useSearch } from '@tanstack/react-router';
import { useSetSearch } from '../dashboard-bar.tsx';
import type { DashboardSearch } from '../dashboard-search.ts';

/** Table sort in the address: a link shows the same order. */
const useWidgetSort = (slot: string): [sort: Sort | null, setSort: (sort: Sort | null) => void] => {
  const { sort: text }: DashboardSearch = useSearch({ strict: false });
  const set = useSetSearch();
  const sort = useMemo(() => readSorts(text).get(slot) ?? null, [text, slot]);
  return [sort, (next) => set({ sort: withSort(text, slot, next) })];
};

interface WidgetCardProps {
  place: Slot;
  body: WidgetBody;
  /** Today's date in the owner's zone; it tells the key figures whether a month is over. */
  today?: string;
  labels: Labels;
  group: UserGroup;
  /** Set while the user rearranges the page. */
  arranging: { move: (by: -1 | 1) => void; hide: () => void } | null;
  /** The page already shows unattributed spend above. */
  isUnattributedTold?: boolean;
  onPick: (figure: Figure) => void;
  /** Below the page's figures: what is left out of the totals, and notes, open on a click. */
  isFolded?: boolean;
  /** For a report: exports its table instead of the card's own export; null for none. */
  files?: ReportFiles | null;
}

/** File name with content and days. */
const fileName = (title: string, { from, to }: WidgetAnswer['range'], ending: string): string =>
  `${fileWords(title)}-${from}-to-${to}.${ending}`;

const WITH_TABLE: ReadonlySet<WidgetView> = new Set([
  'table',
  'heat',
  'map',
  'cohorts',
  'days',
  'pivot',
  'scatter',
  'measureBars',
]);
const WITHOUT_CHART: ReadonlySet<WidgetView> = new Set([
  'table',
  'heat',
  'tiles',
  'headline',
  'cohorts',
  'days',
  'pivot',
]);

/** How much a card stands out: figures first, one main chart, then charts and tables. */
const weightOf = ({ view, isMain = false, startsAsTable = false }: Slot): string | undefined => {
  if (view === 'headline' || view === 'tiles') return 'figures';
  if (isMain) return 'main';
  return view === 'table' || view === 'heat' || startsAsTable ? 'list' : undefined;
};

/** The columns of chosen figures, with what they are compared with. */
const figuresOf = (columns: readonly WidgetColumn[], figures: readonly string[]): WidgetColumn[] =>
  columns.filter(({ key, measure = key }) => figures.includes(measure));

/** A column as the slot shows it at first: a narrow table opens with the few that fit. */
const startingAs = (column: WidgetColumn, { columns }: Slot): WidgetColumn =>
  columns === undefined || column.format === null || columns.includes(column.key)
    ? column
    : { ...column, hidden: true };

/** A widget with its own loading, failure, table and files, independent of the others. */
export const WidgetCard = (props: WidgetCardProps) => {
  const {
    place,
    body,
    today,
    labels,
    group,
    arranging,
    isUnattributedTold = false,
    isFolded = false,
    onPick,
    files,
  } = props;
  const { slot, widget, title, view, wide } = place;
  const [asTable, setAsTable] = useState(place.startsAsTable ?? false);
  const [full, { open, close }] = useDisclosure(false);
  const [sort, setSort] = useWidgetSort(slot);
  // A top-ten widget needs a new request to rank by another number, or to show all rows in full screen.
  const isRanked = isRankedWidget(widget);
  const question = useMemo(
    () => ({
      ...bodyFor(widget, { ...body, ...place.body }),
      ...(isRanked && sort !== null && { sort: sort.key, order: sort.order }),
      ...(isRanked && full && { limit: MAX_ROWS }),
    }),
    [widget, body, place.body, isRanked, sort, full],
  );
  const query = useQuery(widgetQuery(slot, widget, question));
  const ownerName = useSession((state) => state.activeOwner?.name) ?? '';
  const chosenColumns = useColumns(slot);
  const chart = useRef<ChartHandle>(null);
  const id = useId();
  const { data, error } = query;
  const answer = useMemo(() => data && namedStages(data, labels), [data, labels]);
  const columns = useMemo(
    () =>
      withAttributed(widgetColumns(widget, labels, group, data), data?.attributedToLeads).map((column) =>
        startingAs(column, place),
      ),
    [widget, labels, group, data, place],
  );
  const tableColumns = columns.filter((column) => isShown(column, chosenColumns.choices));
  const hasTable = WITH_TABLE.has(view) || asTable;
  const hasChart = !WITHOUT_CHART.has(view);

  const pick =
    ({ totals }: WidgetAnswer): PickFigure =>
    (row, column) => {
      const value = (row ?? totals)[column?.key ?? ''];
      onPick({ place, body: question, columns, row, column, value: typeof value === 'number' ? value : null });
    };
  const content = (tall: boolean) => {
    if (error !== null && answer === undefined)
      return (
        <RetryPanel
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void query.refetch()}
        />
      );
    if (answer === undefined) return <LoadingSkeleton label={`Loading ${title}`} lines={5} />;
    const [whyBlank] = Object.values(answer.blank ?? {});
    if (answer.data.length === 0)
      return (
        <Text inherit py={24} px={0} c="dimmed" fz="0.875rem">
          {whyBlank ?? 'No data for these dates and filters.'}
        </Text>
      );
    if (view === 'headline')
      return (
        <HeadlineTiles
          answer={answer}
          columns={columns}
          daysDone={today !== undefined && isMonthToDate(answer.range, today) ? countDaysOf(answer.range) : null}
          onPick={pick(answer)}
          onPickMature={() => onPick(matureFigure(place, question, answer, labels, group))}
        />
      );
    return (
      <WidgetBodyView
        title={title}
        body={question}
        isMain={place.isMain ?? false}
        view={asTable && view !== 'tiles' ? 'table' : view}
        answer={answer}
        columns={view === 'tiles' && place.figures && !tall ? figuresOf(columns, place.figures) : columns}
        tableColumns={tableColumns}
        tall={tall}
        sort={sort}
        onSort={setSort}
        isRanked={isRanked}
        handle={chart}
        onPick={pick(answer)}
        onPickMature={() => onPick(matureFigure(place, question, answer, labels, group))}
      />
    );
  };

  const hasGhosts =
    hasChart &&
    !asTable &&
    view !== 'map' &&
    answer?.compared != null &&
    columns.some(({ role }) => role === 'previous');
  const columnMenu = hasTable && answer && answer.data.length > 0 && (
    <ButtonRow c="dimmed" fz="0.75rem">
      {answer.rowsInAll !== undefined && answer.rowsInAll > answer.data.length && (
        <span>
          First {answer.data.length} of {answer.rowsInAll} rows
        </span>
      )}
      <ColumnMenu title={title} columns={columns} chosen={chosenColumns} />
    </ButtonRow>
  );
  return (
    <section
      className={classes.card}
      data-wide={wide || undefined}
      data-weight={weightOf(place)}
      data-stale={query.isPlaceholderData || undefined}
      aria-labelledby={id}
    >
      <Flex component="header" gap={8} justify="space-between" align="flex-start">
        <div>
          <Title id={id} order={2} fz="0.9375rem" fw={650}>
            {title}
          </Title>
          {answer && (
            <Text inherit c="dimmed" fz="0.75rem">
              {datesOf(answer, hasGhosts)}
            </Text>
          )}
        </div>
        {arranging ? (
          <Group gap={4} align="stretch" wrap="nowrap">
            <ActionIcon variant="default" aria-label={`Move ${title} up`} onClick={() => arranging.move(-1)}>
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon variant="default" aria-label={`Move ${title} down`} onClick={() => arranging.move(1)}>
              <IconArrowDown size={16} />
            </ActionIcon>
            <ActionIcon variant="default" aria-label={`Hide ${title}`} onClick={arranging.hide}>
              <IconEyeOff size={16} />
            </ActionIcon>
          </Group>
        ) : (
          <Group gap={4} align="stretch" wrap="nowrap">
            {files && answer && (
              <DownloadMenu
                title={title}
                onChoose={(format) => files.download(format, place.widget, question, tableColumns)}
              />
            )}
            <Menu position="bottom-end" withinPortal>
              <Menu.Target>
                <ActionIcon variant="subtle" color="gray" aria-label={`${title}: more`}>
                  <IconDotsVertical size={16} aria-hidden="true" />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {hasChart && (
                  <Menu.Item onClick={() => setAsTable(!asTable)}>
                    {asTable ? 'View as chart' : 'View as table'}
                  </Menu.Item>
                )}
                {files === undefined && (
                  <Menu.Item
                    disabled={answer === undefined}
                    onClick={() =>
                      answer &&
                      saveFile({
                        name: fileName(title, answer.range, 'csv'),
                        blob: new Blob(
                          [
                            '\uFEFF',
                            widgetCsv(
                              answer,
                              hasTable ? tableColumns : columns.filter(({ hidden }) => hidden === undefined),
                            ),
                          ],
                          { type: 'text/csv;charset=utf-8' },
                        ),
                      })
                    }
                  >
                    Download CSV
                  </Menu.Item>
                )}
                {hasChart && !asTable && (
                  <Menu.Item
                    onClick={() => {
                      if (answer === undefined) return;
                      const picture =
                        chart.current?.toPng({ title, lines: [ownerName, datesOf(answer, hasGhosts)] }) ?? null;
                      const file = pngFile(picture, fileName(title, answer.range, 'png'));
                      if (file) saveFile(file);
                    }}
                  >
                    Download PNG
                  </Menu.Item>
                )}
                <Menu.Item onClick={open}>Full screen</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        )}
      </Flex>
      {columnMenu}
      {content(false)}
      {answer && (
        <WidgetNotes
          unattributed={isUnattributedTold ? undefined : answer.unattributed}
          notes={[...(view === 'headline' || view === 'tiles' ? [] : basisNotes(answer, columns)), ...answer.notes]}
          isFolded={isFolded}
          isOpen={weightOf(place) === 'figures'}
        />
      )}
      <Modal
        opened={full}
        onClose={close}
        title={answer ? `${title}, ${writtenDays(answer.range)}` : title}
        fullScreen
        classNames={{ content: classes.screen, body: classes.full }}
      >
        {full && (
          <>
            {columnMenu}
            {content(true)}
          </>
        )}
      </Modal>
    </section>
  );
};
