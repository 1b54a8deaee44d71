import { Facts } from '../../ui/lists/facts.tsx';
import { Box, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatDays, zoneName } from '../../lib/text/format.ts';
import { LoadingSkeleton } from '../../ui/states/loading-skeleton.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { RetryPanel } from '../../ui/states/retry-panel.tsx';
import { useOwnerData } from './use-owner-data.ts';
import { useOwners } from './use-owners.ts';

const WithNote = ({ text, note }: { text: string; note: string }) => (
  <>
    {text}
    <Text span size="xs" display="block" c="dimmed">
      {note}
    </Text>
  </>
);

export const OwnerCard = ({ ownerKey }: { ownerKey: number }) => {
  // Opening an owner makes it the tab's active owner.
  const knownOwner = useOwners().find((one) => one.ownerKey === ownerKey);
  const { data: owner, error, refetch } = useOwnerData(ownerKey, knownOwner);
  const [opened] = useState(() => new Date());
  if (error && !owner)
    return (
      <RetryPanel
        title="Could not be opened"
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  if (!owner)
    return (
      <Box pt={20} pb={24} px={24}>
        <LoadingSkeleton label="Loading the details" />
      </Box>
    );
  return (
    <Box pt={20} pb={24} px={24}>
      <Title order={2} fz="1.1875rem" lts="-0.01em">
        {owner.ownerName}
      </Title>
      {owner.description && (
        <Note mt={4} maw="70ch" lh={1.55}>
          {owner.description}
        </Note>
      )}
      <Facts
        tiles
        mt={20}
        pt={16}
        style={{ borderTop: '1px solid var(--pl-line)' }}
        facts={[
          ['Vertical', owner.verticalName],
          ['Time zone', <WithNote key="zone" text={zoneName(owner.timeZone, opened)} note={owner.timeZone} />],
          [
            'Dedup period',
            <WithNote
              key="dedup"
              text={formatDays(owner.dedupPeriodInDays)}
              note="A repeat lead within this period is a duplicate"
            />,
          ],
        ]}
      />
    </Box>
  );
};
