import { Text } from '@mantine/core';
import { deliveryStatus } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/op-query.ts';
import { StatusMark } from '../../ui/status-mark.tsx';
import { systemLine } from './prepare-health.ts';

const AGAIN_MS = 60_000;

/** What a client's technical person wants to know first: does our system take leads? */
export const SystemLine = ({ ownerKey, timeZone }: { ownerKey: number; timeZone: string }) => {
  const { data } = useQuery({
    ...callQuery(deliveryStatus, { params: { owner: ownerKey } }),
    refetchInterval: AGAIN_MS,
  });
  const line = data && systemLine(data.systems, data.asOf, timeZone);
  if (!line) return null;
  return (
    <Text size="sm" mb={2}>
      <StatusMark tone={line.tone}>
        <strong>{line.label}:</strong>
      </StatusMark>{' '}
      {line.note}
    </Text>
  );
};
