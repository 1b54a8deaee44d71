import { Flex, Title } from '@mantine/core';
import type { UserGroup } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import type { DashboardSearch } from '../dashboard-search.ts';
import { writtenMonth } from '../../../lib/text/days-text.ts';
import card from '../widgets/widget-card.module.css';
import { pacingSummaryQuery } from '../../../shared/pacing-summary.ts';
import { BurnUp } from './burn-up.tsx';
import { Exceptions } from './exceptions.tsx';
import { monthOf, pacingBody } from './prepare-month.ts';

const MAX_EXCEPTIONS = 5;
/** The height of the exceptions beside it. */
const PICTURE_HEIGHT = 400;

interface MonthAgainstPlanProps {
  search: DashboardSearch;
  ownerKey: number;
  today: string;
  group: UserGroup;
}

/** The month against its plan and its exceptions: a summary of the pacing overview, from its answer. */
export const MonthAgainstPlan = ({ search, ownerKey, today, group }: MonthAgainstPlanProps) => {
  const body = useMemo(() => pacingBody(search, ownerKey, today), [search, ownerKey, today]);
  const query = useQuery(pacingSummaryQuery(body));
  const { data: summary, error } = query;
  const title = `${writtenMonth(summary?.month.slice(0, 7) ?? monthOf(search, today))} against plan`;
  if (summary === undefined)
    return (
      <section className={card.card} data-wide aria-label={title}>
        {error === null ? (
          <LoadingSkeleton label={`Loading ${title}`} lines={8} />
        ) : (
          <RetryPanel
            message={error.message}
            requestId={error instanceof ApiError ? error.requestId : null}
            onRetry={() => void query.refetch()}
          />
        )}
      </section>
    );
  // No plan and no spend, or nothing planned within the filters: no chart.
  if (summary.days.length === 0 || summary.blank !== null) return null;
  return (
    <>
      <section
        className={card.card}
        data-weight="main"
        data-stale={query.isPlaceholderData || undefined}
        aria-label={title}
      >
        <Flex component="header" gap={8} justify="space-between" align="flex-start">
          <Title order={2} fz="0.9375rem" fw={650}>
            {title}
          </Title>
        </Flex>
        <BurnUp summary={summary} height={PICTURE_HEIGHT} />
      </section>
      <Exceptions
        summary={summary}
        group={group}
        ownerKey={ownerKey}
        elsewhere={{ most: MAX_EXCEPTIONS, href: hrefOf(pathTo('pacingOverview')) }}
      />
    </>
  );
};
