import { Box, Text } from '@mantine/core';
import type { CampaignListRow } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { formatInstant, zoneAbbreviation } from '../../../lib/text/format.ts';
import { statusLabel, StatusBadge } from '../../../ui/marks/campaign-status.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { statusLogQuery } from '../api.ts';
import classes from './status-facts.module.css';

interface StatusFactsProps {
  campaign: Pick<CampaignListRow, 'campaignKey' | 'subStatus' | 'statusReasons' | 'nextChangeAt'>;
  timeZone: string;
  /** An action shown beside a reason. */
  actionOf?: (code: string) => ReactNode;
}

/** A campaign's status, all its reasons, and its next scheduled change. */
export const StatusFacts = ({ campaign, timeZone, actionOf }: StatusFactsProps) => {
  const { subStatus, statusReasons, nextChangeAt } = campaign;
  // Leaves out reasons that only repeat the status.
  const reasons = statusReasons.filter(({ code, message }) => message !== statusLabel(code));
  return (
    <div>
      <StatusBadge code={subStatus} />
      <Box component="ul" fz="sm" lh={1.6} m="10px 0 0" ps={18} aria-label="Why" hidden={reasons.length === 0}>
        {reasons.map(({ code, message }) => (
          <li key={code}>
            {message} {actionOf?.(code)}
          </li>
        ))}
      </Box>
      <Note size="xs" mt={6} lh={1.45}>
        {nextChangeAt
          ? `Next change: ${formatInstant(nextChangeAt, timeZone)} ${zoneAbbreviation(timeZone, new Date(nextChangeAt))}.`
          : 'No scheduled change'}
      </Note>
    </div>
  );
};

/** Status history: status, since when, and changed by whom or what. */
export const StatusLog = ({ campaign, timeZone }: StatusFactsProps) => {
  const { data: entries, error, refetch } = useQuery(statusLogQuery(campaign.campaignKey));
  if (error && !entries)
    return (
      <RetryPanel
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  if (!entries) return <LoadingSkeleton label="Loading the history" lines={4} />;
  if (entries.length === 0)
    return (
      <Note size="xs" mt={6} lh={1.45}>
        No status changes yet.
      </Note>
    );
  return (
    <ol className={classes.log}>
      {entries.map(({ at, fromStatus, toStatus, reason, by }) => (
        <li key={`${at} ${toStatus}`}>
          <Text size="sm">
            {statusLabel(fromStatus)} → <strong>{statusLabel(toStatus)}</strong>
          </Text>
          <Note size="xs" mt={6} lh={1.45}>
            {by === 'system' ? 'Automatic' : by}, {formatInstant(at, timeZone)}
            {reason && ` · ${reason}`}
          </Note>
        </li>
      ))}
    </ol>
  );
};
