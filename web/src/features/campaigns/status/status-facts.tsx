import type { CampaignListRow } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../../lib/api-error.ts';
import { formatInstant, zoneAbbreviation } from '../../../lib/format.ts';
import { statusLabel, StatusBadge } from '../../../ui/campaign-status.tsx';
import { LoadingSkeleton } from '../../../ui/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/retry-panel.tsx';
import { statusLogQuery } from '../api.ts';
import classes from './status-facts.module.css';

interface StatusFactsProps {
  campaign: Pick<CampaignListRow, 'campaignKey' | 'subStatus' | 'statusReasons' | 'nextChangeAt'>;
  timeZone: string;
}

/** A campaign's status, every reason for it, and when the clock alone will change it. */
export const StatusFacts = ({ campaign, timeZone }: StatusFactsProps) => {
  const { subStatus, statusReasons, nextChangeAt } = campaign;
  return (
    <div>
      <StatusBadge code={subStatus} />
      <ul className={classes.reasons} aria-label="Why">
        {statusReasons.map(({ code, message }) => (
          <li key={code}>{message}</li>
        ))}
      </ul>
      <p className={classes.next}>
        {nextChangeAt
          ? `Next change: ${formatInstant(nextChangeAt, timeZone)} ${zoneAbbreviation(timeZone, new Date(nextChangeAt))}.`
          : 'The clock alone will not change it.'}
      </p>
    </div>
  );
};

/** What its status was, since when, and who or what changed it. */
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
  if (entries.length === 0) return <p className={classes.next}>Nothing has changed it yet.</p>;
  return (
    <ol className={classes.log}>
      {entries.map(({ at, fromStatus, toStatus, reason, by }) => (
        <li key={`${at} ${toStatus}`}>
          <p className={classes.what}>
            {statusLabel(fromStatus)} → <strong>{statusLabel(toStatus)}</strong>
          </p>
          <p className={classes.next}>
            {by === 'system' ? 'By the clock or a counter' : by}, {formatInstant(at, timeZone)}
            {reason && ` · ${reason}`}
          </p>
        </li>
      ))}
    </ol>
  );
};
