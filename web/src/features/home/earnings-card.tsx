import { Box, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { hrefOf, pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { formatDollars, formatPercent, formatShortDay } from '../../lib/text/format.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import table from '../../ui/lists/plain-table.module.css';
import { ScrollFrame } from '../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { TableHead } from '../../ui/table-head.tsx';
import { earningsQuery } from './api.ts';
import classes from './home.module.css';
import {
  type Earnings,
  earningsChart,
  earningsDays,
  earningsLabel,
  earningsTotals,
  hasEarned,
  monthNames,
} from './prepare-earnings.ts';

const EarningsTable = ({ earnings }: { earnings: Earnings }) => {
  const names = monthNames(earnings);
  return (
    <ScrollFrame label="Earnings by day" height={260}>
      <table className={table.table}>
        <TableHead of={['Day', names.current, names.last]} />
        <tbody>
          {earningsDays(earnings).map(({ number, current, last }) => (
            <tr key={number}>
              <th scope="row">{number}</th>
              <td data-label={names.current}>{formatDollars(current)}</td>
              <td data-label={names.last}>{formatDollars(last)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  );
};

const Shown = ({ earnings, asTable }: { earnings: Earnings; asTable: boolean }) => {
  const option = useMemo(() => earningsChart(earnings), [earnings]);
  const names = monthNames(earnings);
  const { current, last, lastSoFar, change } = earningsTotals(earnings);
  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>{names.current} so far</dt>
          <dd>{formatDollars(current)}</dd>
        </div>
        <div>
          <dt>{`${names.last} through the same day`}</dt>
          <dd>
            {formatDollars(lastSoFar)}{' '}
            {change !== null && (
              <small>{`${names.current} is ${formatPercent(Math.abs(change) / 100)} ${change < 0 ? 'lower' : 'higher'}`}</small>
            )}
          </dd>
        </div>
        <div>
          <dt>{names.last}</dt>
          <dd>{formatDollars(last)}</dd>
        </div>
      </dl>
      {asTable ? (
        <EarningsTable earnings={earnings} />
      ) : (
        <Chart label={earningsLabel(earnings)} option={option} height={260} />
      )}
    </>
  );
};

/** Earnings of this month against the last, by day. `t` shows them as a table, as in every chart. */
export const EarningsCard = () => {
  const query = useQuery(earningsQuery);
  const mayOpenDashboard = useMay('reports:View');
  const [asTable, setAsTable] = useState(false);
  const earnings = query.data;
  const hasAny = earnings !== undefined && hasEarned(earnings);
  const toggleByKey = (event: KeyboardEvent): void => {
    if (event.key === 't' && !event.ctrlKey && !event.metaKey && !event.altKey) setAsTable(!asTable);
  };
  return (
    <Box miw={0} onKeyDown={toggleByKey}>
      <SectionCard
        title="Earnings"
        note={
          hasAny && (
            <>
              {`All school groups, through today (${formatShortDay(earnings.today)}): what is due, and what is expected for leads that wait to be delivered. `}
              {mayOpenDashboard && <a href={hrefOf(pathTo('mpMediaDashboard'))}>Media Dashboard</a>}
            </>
          )
        }
        action={
          hasAny && (
            <Button size="compact-xs" variant="subtle" aria-keyshortcuts="t" onClick={() => setAsTable(!asTable)}>
              {asTable ? 'View as chart' : 'View as table'}
            </Button>
          )
        }
      >
        <Loaded query={query} what="earnings" lines={8}>
          {(loaded) =>
            hasEarned(loaded) ? (
              <Shown earnings={loaded} asTable={asTable} />
            ) : (
              <EmptyState title="No earnings yet">Earnings appear here with your first valid lead.</EmptyState>
            )
          }
        </Loaded>
      </SectionCard>
    </Box>
  );
};
