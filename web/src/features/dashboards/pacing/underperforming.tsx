import { Button, Stack, Text, Title } from '@mantine/core';
import {
  type Labels,
  type UnderperformingRule,
  underperformingNone,
  underperformingWords,
  type UserGroup,
  type WidgetBody,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { hrefOf } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import card from '../widgets/widget-card.module.css';
import { underperformingQuery } from './api.ts';
import { isByLead, rowsWithin, type UnderperformingLine, underperformingLine } from './prepare-underperforming.ts';
import classes from './underperforming.module.css';

/** Shown at first; the others on a click. */
const FIRST = 6;

interface UnderperformingProps {
  body: WidgetBody;
  labels: Labels;
  group: UserGroup;
  /** The owner's rule. */
  rule: UnderperformingRule;
}

const Line = ({ line }: { line: UnderperformingLine }) => (
  <li className={classes.row}>
    <div className={classes.name}>
      {line.path === null ? <strong>{line.name}</strong> : <a href={hrefOf(line.path)}>{line.name}</a>}
      <Text span inherit c="dimmed" fz="0.75rem">
        {line.detail}
      </Text>
    </div>
    <Stack gap={0} miw={0}>
      <span>{line.why}</span>
      <Text span inherit c="dimmed" fz="0.75rem">
        {line.basis}
      </Text>
    </Stack>
    <StatusMark tone="bad">{line.above}</StatusMark>
  </li>
);

/** Live campaigns that cost more than their goal allows, as of now, regardless of the page's month. */
export const Underperforming = ({ body, labels, group, rule }: UnderperformingProps) => {
  const id = useId();
  const [isWhole, setIsWhole] = useState(false);
  const campaigns = useMay('campaigns:View');
  const { data, error, refetch } = useQuery(underperformingQuery(body.ownerKey));
  const lines = useMemo(
    () => rowsWithin(data ?? [], body).map((row) => underperformingLine(row, { labels, group, campaigns })),
    [data, body, labels, group, campaigns],
  );
  const byLead = isByLead(body);
  const shown = byLead ? [] : lines;
  const empty = byLead
    ? 'Goals are set by line item, not by campus. Clear the campus filter to see the list.'
    : underperformingNone(rule, labels);
  return (
    <section className={card.card} aria-labelledby={id}>
      <header>
        <Title id={id} order={2} fz="0.9375rem" fw={650}>
          Campaigns that cost more than their goal
          {shown.length > 0 && ` (${shown.length})`}
        </Title>
        <Text inherit c="dimmed" fz="0.75rem">
          {underperformingWords(rule, labels)}
        </Text>
      </header>
      {error !== null && data === undefined && (
        <RetryPanel
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void refetch()}
        />
      )}
      {data !== undefined && shown.length === 0 && (
        <Text inherit py={24} px={0} c="dimmed" fz="0.875rem">
          {empty}
        </Text>
      )}
      <PlainList component="ol" aria-busy={data === undefined && error === null}>
        {(isWhole ? shown : shown.slice(0, FIRST)).map((line) => (
          <Line key={line.key} line={line} />
        ))}
      </PlainList>
      {shown.length > FIRST && (
        <Button
          style={{ alignSelf: 'flex-start' }}
          size="compact-sm"
          variant="subtle"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? `Show the first ${FIRST}` : `Show all ${shown.length}`}
        </Button>
      )}
    </section>
  );
};
