import { Button, Flex, Text, Title } from '@mantine/core';
import {
  ATTENTION_RIGHTS,
  attentionRule,
  formatMetricValue,
  LIST_FROM_BUDGET,
  type PacingSummary,
  type UserGroup,
} from '@paceline/contract';
import { useId, useMemo, useState } from 'react';
import { useMay } from '../../../lib/session/permissions.ts';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import card from '../widgets/widget-card.module.css';
import { ExceptionGroup, ExceptionList } from './exception-list.tsx';
import classes from './exceptions.module.css';
import { type ExceptionRow, exceptionRow } from './prepare-exceptions.ts';

const WorkDrawer = lazyDialog(async () => (await import('./work-drawer.tsx')).WorkDrawer);

/** Shown at first; the others on a click. */
const FIRST = 6;

interface ExceptionsProps {
  summary: PacingSummary;
  group: UserGroup;
  ownerKey: number;
  /** On another page: at most this many, with a link to the full page. */
  elsewhere?: { most: number; href: string };
}

const emptyText = ({ ended, state, notes, band }: PacingSummary): string => {
  if (ended) return `Every campaign ended within ${band}% of its budget.`;
  return state === 'current' && notes.some((note) => note.startsWith('Campaigns are judged'))
    ? 'Too early to judge: campaigns are listed from the third complete day of the month on.'
    : `Nothing needs attention: every campaign is within ${band}% of its budget.`;
};

/** Rows that need attention, most money first, each with its next action. */
export const Exceptions = ({ summary, group, ownerKey, elsewhere }: ExceptionsProps) => {
  const id = useId();
  const [working, setWorking] = useState<ExceptionRow | null>(null);
  const [campaigns, goals, allocations] = [useMay('campaigns:View'), useMay('goals:View'), useMay('allocations:View')];
  const mayWork = useMay(ATTENTION_RIGHTS) && group === 'ag' && !summary.ended;
  const rowsOf = useMemo(() => {
    const rights = { group, campaigns, goals, allocations };
    return (some: PacingSummary['exceptions']) => some.map((exception) => exceptionRow(exception, rights, summary));
  }, [summary, group, campaigns, goals, allocations]);
  const { exceptionCount: count, ended } = summary;
  const shared = { ended, first: elsewhere?.most ?? FIRST, onWork: mayWork ? setWorking : null };
  const rows = rowsOf(summary.exceptions);
  return (
    <section className={card.card} aria-labelledby={id}>
      <Flex component="header" gap={8} justify="space-between" align="flex-start">
        <Title id={id} order={2} fz="0.9375rem" fw={650}>
          {ended ? 'Ended off plan' : 'Needs attention'}
          {count > 0 && ` (${count})`}
        </Title>
        {count > 0 && <Legend ended={ended} />}
      </Flex>
      {count > 0 && !ended && (
        <Text inherit fz="0.8125rem" fw={600}>
          {formatMetricValue({ kind: 'dollar', decimals: 0 }, summary.atStake)} at stake
        </Text>
      )}
      {!ended && (
        <Text inherit c="dimmed" fz="0.75rem">
          {attentionRule(summary.band)}
        </Text>
      )}
      {count === 0 && (
        <Text inherit py={24} px={0} c="dimmed" fz="0.875rem">
          {emptyText(summary)}
        </Text>
      )}
      {elsewhere ? (
        <>
          <ExceptionList {...shared} rows={rows.slice(0, elsewhere.most)} count={count} />
          <Button
            style={{ alignSelf: 'flex-start' }}
            component="a"
            href={elsewhere.href}
            size="compact-sm"
            variant="subtle"
          >
            {count > elsewhere.most ? `Show all ${count} in Pacing Overview` : 'Open Pacing Overview'}
          </Button>
        </>
      ) : (
        <>
          <ExceptionList {...shared} rows={rows} count={count} />
          <ExceptionGroup
            {...shared}
            title={`Small, budget below $${LIST_FROM_BUDGET}`}
            rows={rowsOf(summary.small)}
            count={summary.smallCount}
          />
          <ExceptionGroup {...shared} title="Snoozed" rows={rowsOf(summary.snoozed)} count={summary.snoozedCount} />
        </>
      )}
      {mayWork && (
        <WorkDrawer isOpen={working !== null} row={working} ownerKey={ownerKey} onClose={() => setWorking(null)} />
      )}
    </section>
  );
};

/** Legend of the bar's marks. */
const Legend = ({ ended }: { ended: boolean }) => (
  <p className={classes.legend}>
    <span data-mark="spent">Spent</span>
    {!ended && <span data-mark="tick">Projected</span>}
    {!ended && <span data-mark="range">8 in 10</span>}
    <span data-mark="budget">Budget</span>
  </p>
);
