import { Flex, NativeSelect, Stack, Text } from '@mantine/core';
import type { AllOwners } from '@paceline/contract';
import { useMemo, useRef } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { useAddress } from '../../../shared/use-address.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { LoadingSkeleton } from '../../../ui/states/loading-skeleton.tsx';
import { RetryPanel } from '../../../ui/states/retry-panel.tsx';
import { DownloadMenu } from '../../../ui/pieces/download-menu.tsx';
import { useAllOwners, useOwnersFile } from './api.ts';
import { OwnersPicture } from './owners-picture.tsx';
import { OwnersTable } from './owners-table.tsx';
import { filterOwners, ownersChoices, ownersNotes, ownersSentence } from './prepare-all-owners.ts';

const FILTERS = [
  ['pacing', 'Pacing', 'All verdicts'],
  ['vertical', 'Vertical', 'All verticals'],
  ['manager', 'Account manager', 'All account managers'],
  ['brand', 'Brand', 'All brands'],
] as const;

const Owners = ({ answer }: { answer: AllOwners }) => {
  const { search, set } = useAddress();
  const { pacing, vertical, manager, brand, sort } = search;
  const rows = useMemo(
    () => filterOwners(answer.rows, { pacing, vertical, manager, brand }),
    [answer.rows, pacing, vertical, manager, brand],
  );
  const choices = useMemo(() => ownersChoices(answer.rows), [answer.rows]);
  const shown = useRef<readonly number[]>([]);
  const file = useOwnersFile();
  const view = useMemo(() => (keys: readonly number[]) => void (shown.current = keys), []);
  return (
    <Stack gap={12} miw={0}>
      <Text fz="1rem" fw={600}>
        {ownersSentence(rows)}
      </Text>
      <Flex role="search" aria-label="Filters" gap={6} wrap="wrap">
        {FILTERS.filter(([name]) => choices[name].length > 0).map(([name, label, all]) => (
          <NativeSelect
            key={name}
            size="xs"
            aria-label={label}
            data={[{ value: '', label: all }, ...choices[name]]}
            value={search[name] ?? ''}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.value || undefined })}
          />
        ))}
      </Flex>
      <OwnersPicture rows={rows} />
      <OwnersTable
        rows={rows}
        outOf={answer.rows.length}
        sort={sort}
        onSort={(wanted) => set({ sort: wanted })}
        onView={view}
        actions={
          <DownloadMenu
            title="owners"
            onChoose={(format) => {
              if (shown.current.length > 0) file.mutate({ ownerKeys: [...shown.current], format });
            }}
          />
        }
        empty={<EmptyState title="No owners match these filters">Change or clear the filters.</EmptyState>}
      />
      <Stack gap={2} role="status">
        {ownersNotes(answer).map((note) => (
          <Text key={note} c="dimmed" fz="0.75rem">
            {note}
          </Text>
        ))}
      </Stack>
    </Stack>
  );
};

/** Every owner of the user against its plan, in one table. */
export const AllOwnersPage = () => {
  const { data: answer, error, refetch } = useAllOwners();
  if (answer === undefined && error !== null)
    return (
      <RetryPanel
        message={error.message}
        requestId={error instanceof ApiError ? error.requestId : null}
        onRetry={() => void refetch()}
      />
    );
  if (answer === undefined) return <LoadingSkeleton label="Loading the owners" lines={10} />;
  if (answer.rows.length === 0)
    return <EmptyState title="No owners yet">Owners you work on appear here with their month.</EmptyState>;
  return <Owners answer={answer} />;
};
