import { Button, Flex, Text, Title } from '@mantine/core';
import type { PacingSummary, UserGroup } from '@paceline/contract';
import { useId, useMemo, useState } from 'react';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import card from '../widgets/widget-card.module.css';
import { BulletBar } from './bullet-bar.tsx';
import classes from './exceptions.module.css';
import { type ExceptionRow, exceptionRow } from './prepare-exceptions.ts';

/** Shown at first; the others on a click. */
const FIRST = 6;

interface ExceptionsProps {
  summary: PacingSummary;
  group: UserGroup;
  /** On another page: at most this many, with a link to the full page. */
  elsewhere?: { most: number; href: string };
}

const Row = ({ row, ended }: { row: ExceptionRow; ended: boolean }) => (
  <li className={classes.row}>
    <div className={classes.name}>
      {row.record === null ? <strong>{row.name}</strong> : <a href={hrefOf(row.record.path)}>{row.name}</a>}
      <span className={classes.detail}>{row.detail}</span>
    </div>
    <div className={classes.bar}>
      <BulletBar bar={row.bar} ended={ended} />
      <span className={classes.figures}>{row.figures}</span>
    </div>
    <div className={classes.mark}>
      <StatusMark tone={row.tone}>{row.word}</StatusMark>
      <span className={classes.about}>{row.about}</span>
    </div>
    <div className={classes.action}>
      {row.action !== null && (
        <Button
          component="a"
          href={hrefOf(row.action.path)}
          size="compact-sm"
          variant="default"
          aria-label={`${row.action.label}: ${row.name}`}
        >
          {row.action.label}
        </Button>
      )}
    </div>
  </li>
);

const emptyText = ({ ended, state, notes, band }: PacingSummary): string => {
  if (ended) return `Every campaign ended within ${band}% of its budget.`;
  return state === 'current' && notes.some((note) => note.startsWith('Campaigns are judged'))
    ? 'Too early to judge: campaigns are listed from the third complete day of the month on.'
    : `Nothing needs attention: every campaign is within ${band}% of its budget.`;
};

/** Rows that need attention, most money first, each with its next action. */
export const Exceptions = ({ summary, group, elsewhere }: ExceptionsProps) => {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const [campaigns, goals, allocations] = [useMay('campaigns:View'), useMay('goals:View'), useMay('allocations:View')];
  const rows = useMemo(
    () =>
      summary.exceptions.map((exception) => exceptionRow(exception, { group, campaigns, goals, allocations }, summary)),
    [summary, group, campaigns, goals, allocations],
  );
  const { exceptionCount: count, ended } = summary;
  const first = elsewhere?.most ?? FIRST;
  return (
    <section className={card.card} aria-labelledby={id}>
      <Flex component="header" gap={8} justify="space-between" align="flex-start">
        <Title id={id} order={2} fz="0.9375rem" fw={650}>
          {ended ? 'Ended off plan' : 'Needs attention'}
          {count > 0 && ` (${count})`}
        </Title>
        {count > 0 && <Legend ended={ended} />}
      </Flex>
      {count === 0 && (
        <Text inherit py={24} px={0} c="dimmed" fz="0.875rem">
          {emptyText(summary)}
        </Text>
      )}
      <PlainList component="ol">
        {(isWhole ? rows : rows.slice(0, first)).map((row) => (
          <Row key={row.key} row={row} ended={ended} />
        ))}
      </PlainList>
      {elsewhere && (
        <Button
          style={{ alignSelf: 'flex-start' }}
          component="a"
          href={elsewhere.href}
          size="compact-sm"
          variant="subtle"
        >
          {count > first ? `Show all ${count} in Pacing Overview` : 'Open Pacing Overview'}
        </Button>
      )}
      {!elsewhere && rows.length > first && (
        <Button
          style={{ alignSelf: 'flex-start' }}
          size="compact-sm"
          variant="subtle"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? `Show the first ${first}` : `Show all ${rows.length}`}
        </Button>
      )}
      {isWhole && count > rows.length && (
        <Text inherit c="dimmed" fz="0.75rem">
          First {rows.length} of {count}. Filter to see the others.
        </Text>
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
