import { Box, Button, Tabs, Text } from '@mantine/core';
import { type AuditLine, auditHistory, auditWayWords, HISTORY_RIGHTS, type HistoryEntity } from '@paceline/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { fetchApi } from '../../lib/api/api.ts';
import { formatInstant, formatUtc } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { PlainList } from '../../ui/lists/plain-list.tsx';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { ChangeTable } from './change-table.tsx';
import classes from './record-history.module.css';

interface RecordHistoryProps {
  entity: HistoryEntity;
  recordKey: number;
  /** The owner's zone, for an owner's record. */
  timeZone: string;
}

/** Names in it keep their capitals: "job of Paceline". */
const inSentence = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

const Line = ({ line, timeZone, withOwner }: { line: AuditLine; timeZone: string; withOwner: boolean }) => (
  <Box component="li" fz={13} p="8px 0" style={{ borderBottom: '1px solid var(--pl-line)' }}>
    <strong>{line.action}</strong>
    <Text span inherit display="block" c="dimmed">
      {line.who},{' '}
      <time dateTime={line.at} title={formatUtc(line.at)}>
        {formatInstant(line.at, timeZone)}
      </time>
      , {inSentence(auditWayWords(line.way))}
      {line.outcome === 'failed' && ', failed'}
      {withOwner && line.ownerName !== null && `, for ${line.ownerName}`}
    </Text>
    <ChangeTable changes={line.changes} />
  </Box>
);

/** Who changed a record, what, and how: screen, file, API or job. */
export const RecordHistory = ({ entity, recordKey, timeZone }: RecordHistoryProps) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [auditHistory.id, entity, recordKey],
    queryFn: ({ pageParam, signal }) =>
      fetchApi(
        auditHistory,
        { params: { entity, key: recordKey }, query: pageParam === null ? {} : { after: pageParam } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page?.next ?? null,
    staleTime: 0,
  });
  const lines = data?.pages.flatMap((page) => page?.lines ?? []);
  const withOwner = entity === 'media_partner' || entity === 'user';
  return (
    <SectionCard title="History" note="Who changed what, the newest first. Personal values are masked.">
      {error && !lines && (
        <RetryPanel
          message={error.message}
          requestId={error instanceof ApiError ? error.requestId : null}
          onRetry={() => void refetch()}
        />
      )}
      {!lines && !error && <LoadingSkeleton label="Loading the history" lines={3} />}
      {lines?.length === 0 && (
        <Box component="p" c="dimmed">
          No changes yet.
        </Box>
      )}
      <PlainList component="ol">
        {lines?.map((line) => (
          <Line key={line.auditKey} line={line} timeZone={timeZone} withOwner={withOwner} />
        ))}
      </PlainList>
      {hasNextPage && (
        <Button variant="subtle" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </SectionCard>
  );
};

/** A record's page with a history tab for users who may see it; form input is kept while the tab is open. */
export const WithHistory = ({
  children,
  recordKey,
  ...record
}: Omit<RecordHistoryProps, 'recordKey'> & {
  /** Null for a record not yet created. */
  recordKey: number | null;
  children: ReactNode;
}) => {
  const [tab, setTab] = useState<string | null>('details');
  const may = useMay(HISTORY_RIGHTS[record.entity]) && groupOfSession() === 'ag';
  if (!may || recordKey === null) return <>{children}</>;
  return (
    <Tabs value={tab} onChange={setTab}>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="details">Details</Tabs.Tab>
        <Tabs.Tab value="history">History</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="details">{children}</Tabs.Panel>
      <Tabs.Panel value="history">
        {tab === 'history' && <RecordHistory {...record} recordKey={recordKey} />}
      </Tabs.Panel>
    </Tabs>
  );
};
