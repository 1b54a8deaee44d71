import { Box, Button, Text } from '@mantine/core';
import { DELIVERY_SCHEDULE, LEAD_REASONS, type StuckGroup, stuckLeadRetry } from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, formatInstant } from '../../lib/text/format.ts';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useStuckChange, useStuckSummary } from './api.ts';
import { groupNext, leadsText, reasonText, retryProgress, retryTitle } from './prepare-stuck.ts';
import classes from './delivery.module.css';

type StuckReason = (typeof LEAD_REASONS)['STK'][number];

interface SummaryProps {
  ownerKey: number;
  timeZone: string;
  mayUpdate: boolean;
}

const SHOWN_GROUPS = 4;

const questionOf = ({ endpointKey, reason }: StuckGroup) => ({
  endpointKey: endpointKey ?? 0,
  reason: (LEAD_REASONS.STK as readonly string[]).includes(reason) ? (reason as StuckReason) : null,
});

/** Counters of stuck leads, then one line per endpoint and cause with the next attempt. */
export const StuckSummary = ({ ownerKey, timeZone, mayUpdate }: SummaryProps) => {
  const { data, now } = useStuckSummary(ownerKey);
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const retry = useStuckChange(stuckLeadRetry, ownerKey, ({ queued, atOnce }) => {
    toast.success(`${leadsText(queued)} will be sent again, ${atOnce} at a time.`);
  });
  const isAsked = (group: StuckGroup): boolean => {
    const { variables } = retry;
    if (variables === undefined || !('endpointKey' in variables)) return false;
    return variables.endpointKey === group.endpointKey && variables.reason === questionOf(group).reason;
  };
  const show = (search: Record<string, string>) => void navigate({ to: '.', search: search as never });
  if (data === undefined || (data.total === 0 && data.retries.length === 0)) return null;
  const shown = isOpen ? data.groups : data.groups.slice(0, SHOWN_GROUPS);
  const counters = [
    { label: 'Warning', note: '1–24 h', count: data.warning, tone: 'warn', search: { age: 'WARNING' } },
    { label: 'Attention', note: 'more than 24 h', count: data.attention, tone: 'bad', search: { age: 'ATTENTION' } },
    {
      label: 'Client says it has them',
      note: 'to confirm',
      count: data.claimed,
      tone: 'off',
      search: { claimed: 'yes' },
    },
  ] as const;
  return (
    <section aria-label="Stuck leads by cause">
      <ul className={classes.counters}>
        {counters.map(({ label, note, count, tone, search }) => (
          <li key={label}>
            <button type="button" className={classes.counter} disabled={count === 0} onClick={() => show(search)}>
              <StatusMark tone={count === 0 ? 'off' : tone}>
                {label} <strong>{formatCount(count)}</strong>{' '}
                <Text span size="sm" c="dimmed">
                  {note}
                </Text>
              </StatusMark>
            </button>
          </li>
        ))}
        {data.pausedEndpoints > 0 && (
          <Box component="li" py={4} px={10} fz="sm">
            Paused endpoints <strong>{formatCount(data.pausedEndpoints)}</strong>
          </Box>
        )}
      </ul>
      {data.retries.length > 0 && (
        <PlainList mb={10} aria-label="Retries">
          {data.retries.map((one) => (
            <li key={one.retryKey} className={classes.retry}>
              <Text size="sm" mb={2}>
                {retryTitle(one, timeZone)}
              </Text>
              <progress
                className={classes.bar}
                aria-label={retryTitle(one, timeZone)}
                max={one.leads}
                value={one.leads - one.waiting}
              />
              <Note>{retryProgress(one, timeZone, now)}</Note>
            </li>
          ))}
        </PlainList>
      )}
      <PlainList mb={10}>
        {shown.map((group) => (
          <li key={`${group.endpointKey}:${group.clientName}:${group.reason}`} className={classes.group}>
            <Box flex="1 1 320px" miw={0}>
              <Text size="sm" mb={2}>
                <strong>{group.endpointName ?? group.clientName}</strong> {reasonText(group.reason)}{' '}
                {group.lastResponse !== null && <q className={classes.quote}>{group.lastResponse}</q>}
              </Text>
              <Note>
                {leadsText(group.leads)} since {formatInstant(group.since, timeZone)}. {groupNext(group, timeZone, now)}
              </Note>
            </Box>
            {group.endpointKey !== null && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Show ${leadsText(group.leads)} of ${group.endpointName}: ${reasonText(group.reason)}`}
                onClick={() => show({ endpoint: String(group.endpointKey), reason: group.reason })}
              >
                Show
              </Button>
            )}
            {mayUpdate && group.endpointKey !== null && (
              <Button
                size="compact-sm"
                variant="default"
                disabled={group.state === 'PAUSED' || group.retrying >= group.leads}
                loading={retry.isPending && isAsked(group)}
                title={`${group.endpointName}: sent again ${DELIVERY_SCHEDULE.atOnce} at a time; after ${DELIVERY_SCHEDULE.breakerFailures} failures in a row it pauses for ${DELIVERY_SCHEDULE.breakerMinutes} minutes`}
                onClick={() => retry.mutate(questionOf(group))}
              >
                Retry all {formatCount(group.leads)}
              </Button>
            )}
          </li>
        ))}
      </PlainList>
      {data.groups.length > SHOWN_GROUPS && (
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show ${data.groups.length - SHOWN_GROUPS} more causes`}
        </Button>
      )}
    </section>
  );
};
