import { TableHead } from '../../../ui/table-head.tsx';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { type SuppressionList, suppressionImport } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount, formatDay } from '../../../lib/text/format.ts';
import { ImportDialog } from '../../../shared/import-dialog/import-dialog.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { suppressionQuery, useSuppression } from './api.ts';
import classes from './criteria.module.css';

interface SuppressionCardProps {
  ownerKey: number;
  clientKey: number;
  clientName: string;
  canChange: boolean;
}

/** Suppression lists of hashes: this client's and the whole owner's. */
export const SuppressionCard = ({ ownerKey, clientKey, clientName, canChange }: SuppressionCardProps) => {
  const { data: lists = [] } = useQuery(suppressionQuery(ownerKey));
  const { make, remove, refresh } = useSuppression(ownerKey);
  const [name, setName] = useState('');
  const [isForAll, setForAll] = useState(false);
  const [uploading, setUploading] = useState<SuppressionList | null>(null);
  const [removing, setRemoving] = useState<SuppressionList | null>(null);
  const mine = lists.filter((list) => list.clientKey === null || list.clientKey === clientKey);
  const add = () =>
    make.mutate({ name: name.trim(), clientKey: isForAll ? null : clientKey }, { onSuccess: () => setName('') });
  const drop = (list: SuppressionList) =>
    remove.mutate(list.suppressionListKey, {
      onSuccess: () => toast.success(`${list.name} is removed.`),
      onError: (error) => toast.error({ message: error.message }),
      onSettled: () => setRemoving(null),
    });
  return (
    <SectionCard
      title="Suppression lists"
      note="Leads of these people are refused as duplicates. Files hold SHA-256 hashes of emails or phones (Email SHA-256, Phone SHA-256, Expires); neither the file nor the hashes are stored."
    >
      {mine.length === 0 && <Note my={8}>No suppression lists.</Note>}
      {mine.length > 0 && (
        <ScrollFrame label="Suppression lists">
          <table className={classes.table} data-plain>
            <TableHead of={['List', 'For', 'Emails', 'Phones', 'Next expiry']}>
              <th scope="col" aria-label="Actions" />
            </TableHead>
            <tbody>
              {mine.map((list) => (
                <tr key={list.suppressionListKey}>
                  <th scope="row">{list.name}</th>
                  <td>{list.clientName ?? 'All clients'}</td>
                  <td>{formatCount(list.emails)}</td>
                  <td>{formatCount(list.phones)}</td>
                  <td>{list.nextExpiry === null ? 'None' : formatDay(list.nextExpiry)}</td>
                  <td className={classes.actions}>
                    {canChange && (
                      <>
                        <Button size="xs" variant="default" onClick={() => setUploading(list)}>
                          Upload hashes
                        </Button>
                        <Button size="xs" variant="subtle" color="red" onClick={() => setRemoving(list)}>
                          Remove
                        </Button>
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
      {canChange && (
        <Group gap={12} align="flex-end" mt={14}>
          <TextInput
            label="New list"
            placeholder="Enrolled students"
            autoComplete="off"
            maxLength={100}
            value={name}
            error={make.error?.message}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label="For"
            data={[
              { value: 'client', label: clientName },
              { value: 'owner', label: 'All clients of the owner' },
            ]}
            value={isForAll ? 'owner' : 'client'}
            onChange={(event) => setForAll(event.currentTarget.value === 'owner')}
          />
          <Button variant="default" disabled={name.trim() === ''} loading={make.isPending} onClick={add}>
            Create list
          </Button>
        </Group>
      )}
      <ImportDialog
        isOpen={uploading !== null}
        onClose={() => setUploading(null)}
        title={`Upload hashes to ${uploading?.name ?? ''}`}
        kind="suppression"
        owner={ownerKey}
        call={suppressionImport}
        args={{ params: { owner: ownerKey, listKey: uploading?.suppressionListKey ?? 0 } }}
        onApplied={() => void refresh()}
      />
      <ConfirmDialog
        isOpen={removing !== null}
        title={`Remove ${removing?.name ?? ''}`}
        text={`${formatCount((removing?.emails ?? 0) + (removing?.phones ?? 0))} entries are removed. New leads of these people will be accepted.`}
        action="Remove list"
        isGrave
        isBusy={remove.isPending}
        onConfirm={() => removing && drop(removing)}
        onClose={() => setRemoving(null)}
      />
    </SectionCard>
  );
};
