import { Button, Checkbox, Group, NativeSelect, Textarea } from '@mantine/core';
import {
  PARTNER_CLIENT_STATUSES,
  type PartnerClient,
  partnerClientMapSave,
  type PartnerClientStatus,
  type PausedCampaign,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDay, NONE } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import table from '../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { clientMapQuery, usePartnerChange } from './api.ts';
import { EndWorkDialog } from './end-work-dialog.tsx';
import { CLIENT_TONES } from './prepare-partners.ts';

interface ClientMapProps {
  ownerKey: number;
  partnerKey: number;
}

const STATUSES = Object.entries(PARTNER_CLIENT_STATUSES).map(([value, label]) => ({ value, label }));
const clientsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'client' : 'clients'}`;

const Rows = ({
  rows,
  chosen,
  mayChange,
  onChoose,
}: {
  rows: readonly PartnerClient[];
  chosen: readonly number[];
  mayChange: boolean;
  onChoose: (keys: number[]) => void;
}) => (
  <table className={table.table}>
    <thead>
      <tr>
        {mayChange && (
          <th scope="col">
            <Checkbox
              aria-label="Choose all clients"
              checked={chosen.length === rows.length}
              indeterminate={chosen.length > 0 && chosen.length < rows.length}
              onChange={(event) => onChoose(event.currentTarget.checked ? rows.map(({ clientKey }) => clientKey) : [])}
            />
          </th>
        )}
        <th scope="col">Client</th>
        <th scope="col">Status</th>
        <th scope="col">Since</th>
        <th scope="col">Live campaigns</th>
        <th scope="col">Note</th>
      </tr>
    </thead>
    <tbody>
      {rows.map(({ clientKey, clientName, clientCode, status, since, liveCampaigns, note }) => (
        <tr key={clientKey}>
          {mayChange && (
            <td>
              <Checkbox
                aria-label={`Choose ${clientName}`}
                checked={chosen.includes(clientKey)}
                onChange={(event) =>
                  onChoose(
                    event.currentTarget.checked ? [...chosen, clientKey] : chosen.filter((key) => key !== clientKey),
                  )
                }
              />
            </td>
          )}
          <th scope="row">
            {clientName}
            <span className={table.detail}>{clientCode}</span>
          </th>
          <td>
            {status === null ? (
              'Not mapped'
            ) : (
              <StatusMark tone={CLIENT_TONES[status]}>{PARTNER_CLIENT_STATUSES[status]}</StatusMark>
            )}
          </td>
          <td data-label="Since">{formatDay(since)}</td>
          <td data-label="Live campaigns">{formatCount(liveCampaigns)}</td>
          <td data-label="Note">{note || NONE}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const MappedClients = ({ ownerKey, partnerKey, rows }: ClientMapProps & { rows: readonly PartnerClient[] }) => {
  const mayChange = useMay('partners:Update');
  const [chosen, setChosen] = useState<number[]>([]);
  const [status, setStatus] = useState<PartnerClientStatus>('ACTIVE');
  const [note, setNote] = useState('');
  const [pausedCampaigns, setPausedCampaigns] = useState<PausedCampaign[] | null>(null);
  const body = (preview: boolean) => ({
    ownerKey,
    status,
    ...(note.trim() !== '' && { note }),
    clients: rows
      .filter(({ clientKey }) => chosen.includes(clientKey))
      .map(({ clientKey, rowVersion }) => ({ clientKey, rowVersion })),
    preview,
  });
  const done = (count: number) => {
    toast.success(`${clientsOf(count)} set to ${PARTNER_CLIENT_STATUSES[status]}.`);
    setPausedCampaigns(null);
    setChosen([]);
    setNote('');
  };
  const save = usePartnerChange(partnerClientMapSave, { key: partnerKey }, { onDone: () => done(chosen.length) });
  const preview = usePartnerChange(
    partnerClientMapSave,
    { key: partnerKey },
    { onDone: ({ campaigns }) => setPausedCampaigns(campaigns) },
  );
  const apply = () => (status === 'TERMINATED' ? preview.mutate(body(true)) : save.mutate(body(false)));
  return (
    <>
      <Rows rows={rows} chosen={chosen} mayChange={mayChange} onChoose={setChosen} />
      {mayChange && (
        <Group gap={10} align="flex-end" mb={12}>
          <NativeSelect
            label="New status"
            data={STATUSES}
            value={status}
            onChange={(event) => setStatus(event.currentTarget.value as PartnerClientStatus)}
          />
          <Textarea
            flex="1 1 220px"
            maw={320}
            label="Note"
            placeholder="Empty: no change"
            autosize
            minRows={1}
            maxLength={500}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Button disabled={chosen.length === 0} loading={save.isPending || preview.isPending} onClick={apply}>
            {chosen.length === 0 ? 'Choose clients' : `Set ${clientsOf(chosen.length)}`}
          </Button>
        </Group>
      )}
      {pausedCampaigns !== null && (
        <EndWorkDialog
          campaigns={pausedCampaigns}
          clients={chosen.length}
          isBusy={save.isPending}
          onConfirm={() => save.mutate(body(false))}
          onClose={() => setPausedCampaigns(null)}
        />
      )}
    </>
  );
};

/** A partner's settings for each of the owner's clients; several can be changed at once. */
export const ClientMapCard = ({ ownerKey, partnerKey }: ClientMapProps) => (
  <SectionCard title="Clients" note="How the partner works for the clients of the owner that is selected.">
    <Loaded query={useQuery(clientMapQuery(ownerKey, partnerKey))} what="list of clients" lines={4}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState title="This owner has no clients yet" />
        ) : (
          <MappedClients ownerKey={ownerKey} partnerKey={partnerKey} rows={rows} />
        )
      }
    </Loaded>
  </SectionCard>
);
