import { Text } from '@mantine/core';
import { type CampaignListRow, campaignStatusBulk } from '@paceline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../lib/text/format.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { StatusBadge, statusLabel } from '../../../ui/marks/campaign-status.tsx';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { bulkBody, type MoveKind, moveProblems, type MoveValues } from '../status/prepare-move.ts';
import classes from './bulk-preview.module.css';
import { campaignsIn } from '../campaigns-in.ts';

/** Beyond this many, only the number is shown. */
const MAX_LISTED = 200;

interface BulkPreviewProps {
  kind: MoveKind;
  values: MoveValues;
  /** The campaigns the action applies to, and all selected ones. */
  rows: readonly CampaignListRow[];
  selected: readonly CampaignListRow[];
}

/** Preview by the server: each campaign's status now and after, or why it does not change. */
export const BulkPreview = ({ kind, values, rows, selected }: BulkPreviewProps) => {
  const isReady = Object.keys(moveProblems(kind, values)).length === 0;
  const { reason: _, ...dates } = values;
  const { data, error } = useQuery({
    ...callQuery(campaignStatusBulk, {
      params: { owner: rows[0]?.ownerKey ?? 0 },
      body: {
        campaignKeys: rows.map(({ campaignKey }) => campaignKey),
        // The reason does not affect the result.
        ...bulkBody(kind, { ...dates, reason: '' }),
        preview: true,
      },
    }),
    enabled: isReady && rows.length > 0,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  if (!isReady) return null;
  if (error) return <ErrorText>{error.message}</ErrorText>;
  if (!data) return <LoadingSkeleton label="Loading what will change" lines={2} />;
  const codes = new Map(rows.map(({ campaignKey, campaignCode }) => [campaignKey, campaignCode]));
  const others = selected
    .filter((row) => !codes.has(row.campaignKey))
    .map(({ campaignKey, name, subStatus }) => ({
      campaignKey,
      name,
      done: false,
      message: `Stays as it is: ${statusLabel(subStatus)}`,
      fromStatus: subStatus,
      subStatus,
    }));
  const listed = [...data.results, ...others];
  const staying = listed.length - data.done;
  const refused = staying === 0 ? '' : `, ${formatCount(staying)} will not`;
  return (
    <section aria-label="What will change">
      <Text size="sm" mb={6} fw={600} role="status">
        {campaignsIn(data.done)} will change{refused}.
      </Text>
      {/* The scroll area must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.list} tabIndex={0} aria-label="Campaigns">
        {listed.slice(0, MAX_LISTED).map(({ campaignKey, name, done, message, fromStatus, subStatus }) => (
          <li key={campaignKey}>
            <Text span inherit miw={0} style={{ overflowWrap: 'anywhere' }}>
              {name}{' '}
              <Text span size="xs" c="dimmed">
                {codes.get(campaignKey)}
              </Text>
            </Text>
            {done ? (
              <span className={classes.change}>
                <StatusBadge code={fromStatus} /> <span aria-label="becomes">→</span> <StatusBadge code={subStatus} />
              </span>
            ) : (
              <Text span size="xs" c="dimmed">
                {message}
              </Text>
            )}
          </li>
        ))}
        {listed.length > MAX_LISTED && <li>and {campaignsIn(listed.length - MAX_LISTED)} more</li>}
      </ul>
    </section>
  );
};
