import { Button, Text } from '@mantine/core';
import { ATTENTION_STATES } from '@paceline/contract';
import { useId, useState } from 'react';
import { hrefOf } from '../../../lib/address/paths.ts';
import { formatDay } from '../../../lib/text/format.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { BulletBar } from './bullet-bar.tsx';
import classes from './exceptions.module.css';
import type { ExceptionRow } from './prepare-exceptions.ts';

/** Opens what is done about a row; null for viewers who only read. */
type OnWork = ((row: ExceptionRow) => void) | null;

/** "In progress · Dana Whitfield · Asked the partner" */
const workText = ({ work }: ExceptionRow): string | null => {
  if (work === null) return null;
  const parts = [
    work.snoozedUntil === null ? null : `Snoozed until ${formatDay(work.snoozedUntil)}`,
    work.state === 'OPEN' ? null : ATTENTION_STATES[work.state],
    work.assignee,
    work.note,
  ].filter(Boolean);
  return parts.length === 0 ? null : parts.join(' · ');
};

const Row = ({ row, ended, onWork }: { row: ExceptionRow; ended: boolean; onWork: OnWork }) => {
  const text = workText(row);
  const verb = row.work === null ? 'Assign' : 'Edit';
  return (
    <li className={classes.row}>
      <div className={classes.name}>
        {row.record === null ? <strong>{row.name}</strong> : <a href={hrefOf(row.record.path)}>{row.name}</a>}
        <span className={classes.detail}>{row.detail}</span>
        {text !== null && <span className={classes.work}>{text}</span>}
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
        {onWork !== null && (
          <Button size="compact-sm" variant="subtle" aria-label={`${verb}: ${row.name}`} onClick={() => onWork(row)}>
            {verb}
          </Button>
        )}
      </div>
    </li>
  );
};

interface ListProps {
  rows: readonly ExceptionRow[];
  /** How many there are; more than `rows` where they fill a page. */
  count: number;
  first: number;
  ended: boolean;
  onWork: OnWork;
}

/** The first rows, and on a click all of the page. */
export const ExceptionList = ({ rows, count, first, ended, onWork }: ListProps) => {
  const [isWhole, setIsWhole] = useState(false);
  return (
    <>
      <PlainList component="ol">
        {(isWhole ? rows : rows.slice(0, first)).map((row) => (
          <Row key={row.key} row={row} ended={ended} onWork={onWork} />
        ))}
      </PlainList>
      {rows.length > first && (
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
    </>
  );
};

/** A group that is closed at first: small budgets, and rows that were put off. */
export const ExceptionGroup = ({ title, ...list }: ListProps & { title: string }) => {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  if (list.count === 0) return null;
  return (
    <div>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setIsOpen(!isOpen)}
      >
        {`${title} (${list.count})`}
      </Button>
      <div id={id} hidden={!isOpen}>
        {isOpen && <ExceptionList {...list} />}
      </div>
    </div>
  );
};
