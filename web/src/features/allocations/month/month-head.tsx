import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './month-head.module.css';
import type { HeadFacts } from './prepare-calendar.ts';

interface MonthHeadProps {
  title: string;
  head: HeadFacts | null;
  children?: ReactNode;
}

const MARKS = {
  early: {
    word: 'Early',
    note: 'Too early to judge: fewer than 3 complete days of data. Pacing lists and alerts start then.',
  },
  partial: {
    word: 'Today so far',
    note: 'No day of the month is complete yet. Month-to-date figures show today so far.',
  },
} as const;

/** The month, its progress and data dates on one line: the table needs the room. */
export const MonthHead = ({ title, head, children }: MonthHeadProps) => (
  <Group gap="6px 16px" justify="space-between" flex="none" mih={34}>
    <title>{`${title} · Paceline`}</title>
    <Group gap="0 12px" align="baseline" flex="1 1 320px" miw={0}>
      <Title order={1} fz="1.25rem" lts="-0.01em">
        {title}
      </Title>
      <Group gap="0 10px" align="baseline" c="dimmed" fz="xs">
        {head && (
          <Text component="strong" inherit c="var(--mantine-color-text)" fw={600} fz="sm">
            {head.month}
          </Text>
        )}
        {head?.facts.map((fact) => (
          <span key={fact} className={classes.fact}>
            {fact}
          </span>
        ))}
        {head?.mark && (
          <span className={classes.mark} title={MARKS[head.mark].note}>
            {MARKS[head.mark].word}
          </span>
        )}
      </Group>
    </Group>
    {children}
  </Group>
);
