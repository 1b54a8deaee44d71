import { TableHead } from '../../../ui/table-head.tsx';
import { Button } from '@mantine/core';
import type { PostingKey } from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInstant, localZone, zoneName } from '../../../lib/text/format.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { groupOfSession } from '../../../lib/session/session-store.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { Loaded } from '../../../ui/states/loaded.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { keysQuery } from './api.ts';
import classes from './keys.module.css';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { keyName, keyState } from './prepare-keys.ts';
import { RevokeDialog } from './revoke-dialog.tsx';

interface KeyRowProps {
  row: PostingKey;
  zone: string;
  isAgency: boolean;
  mayChange: boolean;
  onRotate: () => void;
  onRevoke: () => void;
}

const KeyRow = ({ row, zone, isAgency, mayChange, onRotate, onRevoke }: KeyRowProps) => {
  const { tone, text } = keyState(row, zone);
  const name = keyName(row);
  return (
    <tr>
      <th scope="row">
        {row.label === '' ? 'No name' : row.label}
        <span className={`${table.detail ?? ''} ${classes.hint ?? ''}`}>•••• {row.hint}</span>
      </th>
      <td>
        <StatusMark tone={tone}>{text}</StatusMark>
      </td>
      <td data-label="Last used">{row.lastUsedAt === null ? 'Never' : formatInstant(row.lastUsedAt, zone)}</td>
      <td data-label="Created">
        {formatInstant(row.createdAt, zone)}
        <span className={table.detail}>{row.createdBy ?? (isAgency ? 'Paceline' : 'Your agency')}</span>
      </td>
      {mayChange && (
        <td>
          {row.isActive && (
            <div className={table.actions}>
              {/* A key being replaced already has its successor. */}
              {row.endsAt === null && (
                <Button size="compact-sm" variant="default" aria-label={`Rotate ${name}`} onClick={onRotate}>
                  Rotate
                </Button>
              )}
              <Button size="compact-sm" variant="subtle" color="red" aria-label={`Disable ${name}`} onClick={onRevoke}>
                Disable
              </Button>
            </div>
          )}
        </td>
      )}
    </tr>
  );
};

/** A media partner's posting keys, which the agency and the partner itself create, rotate and disable. */
export const KeysCard = ({ partnerKey }: { partnerKey: number }) => {
  const query = useQuery(keysQuery(partnerKey));
  const mayChange = useMay('partners:Update');
  const isAgency = groupOfSession() === 'ag';
  const [opened] = useState(() => new Date());
  const [openDialog, setOpenDialog] = useState<'new' | { rotate: PostingKey } | { revoke: PostingKey } | null>(null);
  const zone = localZone();
  const close = () => setOpenDialog(null);
  const create = mayChange && (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden="true" />} onClick={() => setOpenDialog('new')}>
      New key
    </Button>
  );
  return (
    <SectionCard
      title="Keys"
      note={`A key identifies the partner when it posts leads. Times in ${zoneName(zone, opened)}.`}
      action={create}
    >
      <Loaded query={query} what="list of posting keys" lines={4}>
        {(keys) =>
          keys.length === 0 ? (
            <EmptyState title="No posting keys yet">
              {isAgency
                ? 'This partner’s posts are refused without a key. Create one and send it to them.'
                : mayChange
                  ? 'Without a key your posts are refused. Create one for each of your systems.'
                  : 'Ask a colleague with the right to change posting keys.'}
            </EmptyState>
          ) : (
            <table className={table.table}>
              <TableHead of={['Key', 'State', 'Last used', 'Created']}>
                {mayChange && <th scope="col" aria-label="Actions" />}
              </TableHead>
              <tbody>
                {keys.map((row) => (
                  <KeyRow
                    key={row.postingKey}
                    row={row}
                    zone={zone}
                    isAgency={isAgency}
                    mayChange={mayChange}
                    onRotate={() => setOpenDialog({ rotate: row })}
                    onRevoke={() => setOpenDialog({ revoke: row })}
                  />
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {openDialog === 'new' && <NewKeyDialog partnerKey={partnerKey} replaces={null} onClose={close} />}
      {openDialog !== null && openDialog !== 'new' && 'rotate' in openDialog && (
        <NewKeyDialog partnerKey={partnerKey} replaces={openDialog.rotate} onClose={close} />
      )}
      {openDialog !== null && openDialog !== 'new' && 'revoke' in openDialog && (
        <RevokeDialog partnerKey={partnerKey} revoked={openDialog.revoke} zone={zone} onClose={close} />
      )}
    </SectionCard>
  );
};
