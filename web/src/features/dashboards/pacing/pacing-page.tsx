import { Stack, Text } from '@mantine/core';
import {
  type OwnerVariant,
  type PacingSummary,
  underperformingRule,
  type UserGroup,
  widgetColumns,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { FilterBar } from '../../../shared/filter-bar/filter-bar.tsx';
import { UnattributedLine } from '../../../shared/unattributed-line.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { useSetSearch } from '../dashboard-bar.tsx';
import { DASHBOARD_FILTERS, readDashboardSearch } from '../dashboard-search.ts';
import { type Slot, slotsFor } from '../dashboards.ts';
import { OwnerDashboard } from '../owner-dashboard.tsx';
import { writtenMonth } from '../../../lib/text/days-text.ts';
import { MonthPicker } from '../range/month-picker.tsx';
import { useKeptSearch } from '../use-kept-search.ts';
import { useOwnerDashboard } from '../use-owner-dashboard.tsx';
import card from '../widgets/widget-card.module.css';
import { pacingSummaryQuery } from '../../../shared/pacing-summary.ts';
import { BurnUp } from './burn-up.tsx';
import { Exceptions } from './exceptions.tsx';
import classes from './pacing-page.module.css';
import { PacingTables } from './pacing-tables.tsx';
import { type PacingSearch, readPacingSearch } from './pacing-search.ts';
import { monthOf, pacingBody } from './prepare-month.ts';
import { Summary, SummarySkeleton } from './summary.tsx';
import { Underperforming } from './underperforming.tsx';

/** The total of the pacing tables; the rows behind it are the line items. */
const TOTAL: Slot = { slot: 'pacingGoal', widget: 'pacingGoal', title: 'Pacing', view: 'heat' };

interface MonthProps {
  summary: PacingSummary;
  month: string;
  isStale: boolean;
  group: UserGroup;
  ownerKey: number;
  onPick: (key: string) => void;
}

const isEmpty = ({ totals, exceptionCount }: PacingSummary): boolean =>
  exceptionCount === 0 && !totals['budget'] && !totals['mtdSpent'] && !totals['mtdInquiries'];

const Month = ({ summary, month, isStale, group, ownerKey, onPick }: MonthProps) => {
  if (isEmpty(summary))
    return (
      <EmptyState title={`No budget and no spend in ${writtenMonth(month)}`}>
        Choose another month or change the filters.
      </EmptyState>
    );
  return (
    <div className={classes.month} data-stale={isStale || undefined}>
      <section className={card.card} aria-label={`${writtenMonth(month)} against plan`}>
        <div className={classes.top}>
          <Summary summary={summary} onPick={onPick} />
          {summary.days.length > 0 && <BurnUp summary={summary} />}
        </div>
        <UnattributedLine unattributed={summary.unattributed} />
        {[...(summary.blank === null ? [] : [summary.blank]), ...summary.notes].map((note) => (
          <Text key={note} inherit c="dimmed" fz="0.75rem">
            {note}
          </Text>
        ))}
      </section>
      {summary.blank === null && <Exceptions summary={summary} group={group} ownerKey={ownerKey} />}
    </div>
  );
};

const Pacing = ({ ownerKey, variant }: { ownerKey: number; variant: OwnerVariant }) => {
  const said: Record<string, unknown> = useSearch({ strict: false });
  const { by } = readPacingSearch(said);
  const search = useKeptSearch(
    ownerKey,
    useMemo(() => readDashboardSearch(said), [said]),
  );
  const set = useSetSearch<PacingSearch>();
  const { group, labels, today, recount, panel, pick } = useOwnerDashboard(ownerKey, variant);
  const slots = useMemo(() => slotsFor('pacing', variant), [variant]);
  const month = monthOf(search, today);
  const body = useMemo(() => pacingBody(search, ownerKey, today), [search, ownerKey, today]);
  const query = useQuery(pacingSummaryQuery(body));
  const { data: summary, error } = query;

  const pickTotal = (key: string): void => {
    const columns = widgetColumns('pacingGoal', labels, group);
    const column = columns.find((one) => one.key === key) ?? null;
    const value = summary?.totals[key];
    pick({ place: TOTAL, body, columns, row: null, column, value: typeof value === 'number' ? value : null });
  };

  return (
    <>
      {recount}
      <FilterBar campusOf="lead" filters={DASHBOARD_FILTERS}>
        <MonthPicker
          month={month}
          today={today}
          onChoose={(chosen) =>
            set({
              range: chosen === today.slice(0, 7) ? undefined : chosen,
              from: undefined,
              to: undefined,
              grain: undefined,
            })
          }
        />
      </FilterBar>
      <Stack gap={12} miw={0}>
        {summary !== undefined && (
          <Month
            summary={summary}
            month={summary.month.slice(0, 7)}
            isStale={query.isPlaceholderData}
            group={group}
            ownerKey={ownerKey}
            onPick={pickTotal}
          />
        )}
        {summary === undefined && (
          <section className={card.card} aria-label={`${writtenMonth(month)} against plan`}>
            {error === null ? (
              <SummarySkeleton />
            ) : (
              <RetryPanel
                message={error.message}
                requestId={error instanceof ApiError ? error.requestId : null}
                onRetry={() => void query.refetch()}
              />
            )}
          </section>
        )}
        {body.month === undefined && (
          <Underperforming body={body} labels={labels} group={group} rule={underperformingRule(variant)} />
        )}
        <PacingTables
          slots={slots}
          by={by}
          onBy={(slot) => set({ by: slot === slots[0]?.slot ? undefined : slot })}
          body={body}
          labels={labels}
          group={group}
          isUnattributedTold={summary !== undefined && !isEmpty(summary)}
          onPick={pick}
        />
      </Stack>
      {panel}
    </>
  );
};

export const PacingPage = () => (
  <OwnerDashboard>{({ ownerKey, variant }) => <Pacing ownerKey={ownerKey} variant={variant} />}</OwnerDashboard>
);
