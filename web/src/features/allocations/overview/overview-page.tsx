import { Button, SegmentedControl, Text } from '@mantine/core';
import {
  labelsOf,
  goalLayout,
  outcomeColumns,
  goalTotals,
  groupOfUserType,
  type OwnerVariant,
  pacedOf,
  pacingMark,
  variantOf,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, Suspense, useCallback, useMemo, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwner, useSession } from '../../../lib/session/session-store.ts';
import { FilterBar } from '../../../shared/filter-bar/filter-bar.tsx';
import { useFilterOptions, useFilters } from '../../../shared/filter-bar/use-filters.ts';
import type { LineItemFigure, LineItemFigureProps } from '../../../shared/line-item-figure.ts';
import { UnattributedLine } from '../../../shared/unattributed-line.tsx';
import { useGridLayout } from '../../../shared/use-grid-layout.ts';
import { groupedPrefixes } from '../../../ui/lists/shared-beginnings.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Grid } from '../../../ui/grid/grid.tsx';
import type { RowKey } from '../../../ui/grid/types.ts';
import { goalsQuery } from '../api.ts';
import { MonthHead } from '../month/month-head.tsx';
import classes from '../month/month-view.module.css';
import { overviewTable } from './overview-columns.tsx';
import { calendarFacts } from '../month/prepare-calendar.ts';
import { writeTotals } from '../month/columns/prepare-columns.ts';
import { rowFilters } from './prepare-filter.ts';
import { countMarks, type OverviewRow, overviewRows } from './prepare-overview.ts';
import { useCampaigns } from '../month/campaigns/use-campaigns.ts';

type Wanted = 'all' | 'under' | 'over';

interface PageProps {
  figurePanel?: ComponentType<LineItemFigureProps> | undefined;
}
interface OverviewProps extends PageProps {
  ownerKey: number;
  variant: OwnerVariant;
}

const keyOf = (row: OverviewRow): RowKey => row.key;
const nameOf = (row: OverviewRow): string => row.name;
const childrenOf = (row: OverviewRow): readonly OverviewRow[] => row.children;
const toneOf = (row: OverviewRow): 'strong' | undefined => (row.goal ? 'strong' : undefined);

const Overview = ({ ownerKey, variant, figurePanel: FigurePanel }: OverviewProps) => {
  const group = groupOfUserType(useSession((state) => state.userType) ?? '') ?? 'cl';
  const mayEdit = useMay('goals:Update') && group === 'ag';
  const mayOpen = useMay('campaigns:View');
  const goals = useQuery(goalsQuery('current', ownerKey));
  const campaigns = useCampaigns('current', ownerKey);
  const { values } = useFilters();
  const options = useFilterOptions().data;
  const [wanted, setWanted] = useState<Wanted>('all');
  const [expanded, setExpanded] = useState<ReadonlySet<RowKey>>(new Set());
  const early = goals.data?.calendar.early ?? false;
  const mayExplain = useMay('reports:View') && FigurePanel !== undefined;
  const [figure, setFigure] = useState<LineItemFigure | null>(null);

  const { pacingBand: band } = variant;
  const prefixes = useMemo(
    () => groupedPrefixes(campaigns.rows.map(({ name, goalKey }) => ({ name, group: goalKey }))),
    [campaigns.rows],
  );
  const table = useMemo(
    () =>
      overviewTable({
        group,
        labels: labelsOf(variant),
        outcomes: outcomeColumns(variant),
        band,
        early,
        mayEdit,
        mayOpen,
        prefixes,
        onFigure: mayExplain ? setFigure : undefined,
      }),
    [group, variant, band, early, mayEdit, mayOpen, prefixes, mayExplain],
  );
  const [layout, setLayout] = useGridLayout(`allocations.${group}.overview`, table.standard);

  const all = useMemo(() => {
    const filters = rowFilters(values, options);
    const there = campaigns.rows.filter(filters.campaign);
    const goalRows = filters.goals(goals.data?.goals ?? [], campaigns.rows);
    return overviewRows(goalRows, there);
  }, [values, options, campaigns.rows, goals.data]);
  const { note } = useMemo(() => rowFilters(values, options), [values, options]);
  const counts = useMemo(() => countMarks(all, band), [all, band]);
  const rows = useMemo(
    () => (wanted === 'all' ? all : all.filter((row) => pacingMark(pacedOf(row), band) === wanted)),
    [all, wanted, band],
  );

  const fromToday = goals.data?.calendar.daysFromToday ?? 0;
  const totals = useCallback(
    (_leaves: readonly OverviewRow[], roots: readonly OverviewRow[]) => {
      const { columns } = goalLayout(group, 'current', variant);
      const shown = roots.flatMap(({ goal }) => goal ?? []);
      return writeTotals(columns, goalTotals(columns, shown, fromToday));
    },
    [group, variant, fromToday],
  );

  const { error } = goals;
  return (
    <div className={classes.page}>
      <MonthHead title="Overview" head={goals.data ? calendarFacts(goals.data.calendar, 'current') : null}>
        {mayEdit && (
          <Button component="a" href={hrefOf(pathTo('goalEditor'))}>
            New line item
          </Button>
        )}
      </MonthHead>
      <FilterBar
        campusOf="campaign"
        filters={['brand', 'client', 'campus', 'channel', 'customChannel', 'partner', 'lineItem']}
      >
        <SegmentedControl
          size="xs"
          aria-label="Pacing"
          value={wanted}
          onChange={setWanted}
          data={[
            { value: 'all', label: `All ${all.length}` },
            { value: 'under', label: `Under ${counts.under}` },
            { value: 'over', label: `Over ${counts.over}` },
          ]}
        />
      </FilterBar>
      <div className={classes.table}>
        <Grid
          label="Line items with their campaigns"
          columns={table.columns}
          rows={rows}
          rowKey={keyOf}
          rowLabel={nameOf}
          layout={layout}
          defaultLayout={table.standard}
          onLayout={setLayout}
          totals={totals}
          tree={{ children: childrenOf, expanded, onExpanded: setExpanded }}
          rowTone={toneOf}
          loading={goals.isPending}
          arriving={campaigns.arriving}
          error={
            error
              ? { message: error.message, requestId: error instanceof ApiError ? error.requestId : null }
              : campaigns.error
          }
          onRetry={() => {
            void goals.refetch();
            campaigns.reload();
          }}
          empty={
            <EmptyState title="No line items">
              {all.length > 0 ? 'All line items are on pace.' : 'No line items match these filters in this month.'}
            </EmptyState>
          }
          maxHeight="none"
        />
      </div>
      {note !== null && (
        <Text inherit c="dimmed" fz="0.75rem">
          {note}
        </Text>
      )}
      <UnattributedLine unattributed={goals.data?.unattributed} />
      {FigurePanel && figure && (
        <Suspense fallback={null}>
          <FigurePanel ownerKey={ownerKey} figure={figure} onClose={() => setFigure(null)} />
        </Suspense>
      )}
    </div>
  );
};

export const OverviewPage = ({ figurePanel }: PageProps) => {
  const owner = useOwner();
  return <Overview ownerKey={owner.ownerKey} variant={variantOf(owner)} figurePanel={figurePanel} />;
};
