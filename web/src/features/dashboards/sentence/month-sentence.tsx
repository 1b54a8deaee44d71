import { Skeleton } from '@mantine/core';
import type { UserGroup } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { pacingSummaryQuery } from '../../../shared/pacing-summary.ts';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import type { DashboardSearch } from '../dashboard-search.ts';
import classes from './month-sentence.module.css';
import { pacingBody } from '../pacing/prepare-month.ts';
import { monthPrefix, monthSentence } from './prepare-sentence.ts';

interface MonthSentenceProps {
  search: DashboardSearch;
  ownerKey: number;
  today: string;
  group: UserGroup;
}

/** The answer of the page before its figures. If it cannot be loaded, the card below says so and offers to retry. */
export const MonthSentence = ({ search, ownerKey, today, group }: MonthSentenceProps) => {
  const body = useMemo(() => pacingBody(search, ownerKey, today), [search, ownerKey, today]);
  const { data: summary, error, isPlaceholderData } = useQuery(pacingSummaryQuery(body));
  if (summary === undefined)
    return error === null ? (
      <div className={classes.sentence} aria-hidden="true">
        <Skeleton height={28} width="60%" />
        <Skeleton height={14} width="40%" mt={8} />
      </div>
    ) : null;
  const { tone, verdict, attention, facts } = monthSentence(summary, group);
  return (
    <section
      className={classes.sentence}
      aria-label="The month in one sentence"
      data-stale={isPlaceholderData || undefined}
    >
      <p className={classes.words}>
        <StatusMark tone={tone}>
          {monthPrefix(summary)}
          {attention === null ? verdict : `${verdict};`}
        </StatusMark>
        {attention !== null && (
          <> {summary.exceptionCount > 0 ? <a href={hrefOf(pathTo('pacingOverview'))}>{attention}</a> : attention}</>
        )}
      </p>
      {facts.length > 0 && <p className={classes.facts}>{facts.join(' · ')}</p>}
    </section>
  );
};
