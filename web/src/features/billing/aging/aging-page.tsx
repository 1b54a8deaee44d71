import { Flex, NativeSelect, Stack } from '@mantine/core';
import { type AgingRow, type BillingSide, rowsOfSide, STATEMENT_SIDES } from '@paceline/contract';
import { useState } from 'react';
import { useSession } from '../../../lib/session/session-store.ts';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { DownloadMenu } from '../../../ui/pieces/download-menu.tsx';
import { useAddress } from '../../../shared/use-address.ts';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { useAging, useAgingFile } from './api.ts';
import { AgingTable } from './aging-table.tsx';
import { BehindDrawer } from './behind-drawer.tsx';
import type { OpenedFigure } from './prepare-aging.ts';

const SIDES = ['client', 'media'] as const;
const PARTIES: Readonly<Record<BillingSide, string>> = { client: 'Client', media: 'Media partner' };

const Directions = ({ rows, ownerKey }: { rows: readonly AgingRow[]; ownerKey: number | null }) => {
  const [opened, setOpened] = useState<{ figure: OpenedFigure; side: BillingSide } | null>(null);
  const shown = SIDES.filter((side) => rowsOfSide(rows, side).length > 0);
  return (
    <>
      {shown.map((side) => (
        <SectionCard key={side} title={STATEMENT_SIDES[side]}>
          <AgingTable
            title={STATEMENT_SIDES[side]}
            party={PARTIES[side]}
            rows={rowsOfSide(rows, side)}
            onOpen={(figure) => setOpened({ figure, side })}
          />
        </SectionCard>
      ))}
      {shown.length === 0 && (
        <EmptyState title="Nothing is open">Every statement is paid, settled or written off.</EmptyState>
      )}
      {opened !== null && <BehindDrawer {...opened} ownerKey={ownerKey} onClose={() => setOpened(null)} />}
    </>
  );
};

/** What is open by party and by how late it is, of one owner or of all. */
export const AgingPage = () => {
  const { search, set } = useAddress();
  const owners = useSession((state) => state.owners) ?? [];
  const ownerKey = search['of'] === undefined ? null : Number(search['of']);
  const query = useAging(ownerKey);
  const file = useAgingFile(ownerKey);
  return (
    <Stack gap={12} miw={0}>
      <Flex role="search" aria-label="Filters" gap={6} wrap="wrap" align="center">
        <NativeSelect
          size="xs"
          aria-label="Owner"
          data={[
            { value: '', label: 'All owners' },
            ...owners.map(({ ownerKey: key, name }) => ({ value: String(key), label: name })),
          ]}
          value={search['of'] ?? ''}
          onChange={({ currentTarget }) => set({ of: currentTarget.value || undefined })}
        />
        <DownloadMenu title="aging" onChoose={(format) => file.mutate(format)} />
      </Flex>
      <Loaded query={query} what="aging" lines={8}>
        {({ rows, asOf }) => (
          <Stack gap={12}>
            <Directions rows={rows} ownerKey={ownerKey} />
            <Note size="xs">
              {`As of ${formatInstant(asOf, localZone())}, by the day at each owner. Credit notes that are not used lower “Not due”.`}
            </Note>
          </Stack>
        )}
      </Loaded>
    </Stack>
  );
};
