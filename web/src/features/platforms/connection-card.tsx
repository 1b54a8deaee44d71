import { Button, Group } from '@mantine/core';
import {
  CONNECTORS,
  type ConnectorName,
  type PlatformAccountRecord,
  type PlatformConnection,
  platformDataConnectionRemove,
  platformDataFetch,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay, formatInstant } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { connectionQuery, useConnectionChange } from './api.ts';
import { CredentialDialog } from './credential-dialog.tsx';
import { fetchedText } from './prepare-connection.ts';
import classes from './platforms.module.css';

type Account = Pick<PlatformAccountRecord, 'ownerKey' | 'semClientAccountKey' | 'timeZone' | 'status'>;

interface ConnectedProps {
  account: Account;
  connector: ConnectorName;
  connection: PlatformConnection;
}

const stateText = ({ setAt, setBy, triedAt, fetchedTo, notBefore }: PlatformConnection, zone: string): string[] => {
  if (setAt === null) return ['No credential is set: nothing is fetched.'];
  const by = setBy === null ? '' : ` by ${setBy}`;
  return [
    `Credential set ${formatInstant(setAt, zone)}${by}.`,
    fetchedTo === null ? 'Nothing has been fetched yet.' : `Fetched through ${formatDay(fetchedTo)}.`,
    ...(triedAt === null ? [] : [`Last tried ${formatInstant(triedAt, zone)}.`]),
    ...(notBefore === null ? [] : [`No automatic retry before ${formatInstant(notBefore, zone)}.`]),
  ];
};

const Connected = ({ account, connector, connection }: ConnectedProps) => {
  const [openDialog, setOpenDialog] = useState<'save' | 'remove' | null>(null);
  const mayChange = useMay('tradingplatforms:Update');
  const { label } = CONNECTORS[connector];
  const remove = useConnectionChange(platformDataConnectionRemove, account.ownerKey, {
    onDone: () => {
      setOpenDialog(null);
      toast.success('Credential removed. Fetching has stopped.');
    },
  });
  const fetch = useConnectionChange(platformDataFetch, account.ownerKey, {
    onDone: (file) => toast.success(fetchedText(file)),
  });
  const source = account.semClientAccountKey;
  const isSet = connection.setAt !== null;
  const isCutOff = account.status === 'DISCONNECTED';
  return (
    <>
      <p className={classes.note}>{stateText(connection, account.timeZone).join(' ')}</p>
      {isCutOff && <p className={classes.note}>A disconnected account is not fetched.</p>}
      {mayChange && (
        <Group gap={10} align="flex-end" mt={12}>
          <Button variant="default" size="xs" onClick={() => setOpenDialog('save')}>
            {isSet ? 'Replace credential' : 'Set credential'}
          </Button>
          {isSet && (
            <>
              <Button size="xs" disabled={isCutOff} loading={fetch.isPending} onClick={() => fetch.mutate({ source })}>
                Fetch now
              </Button>
              <Button variant="default" size="xs" onClick={() => setOpenDialog('remove')}>
                Remove credential
              </Button>
            </>
          )}
        </Group>
      )}
      {fetch.isError && (
        <p className={classes.error} role="alert">
          {`Nothing was loaded. ${fetch.error.message}`}
        </p>
      )}
      {openDialog === 'save' && (
        <CredentialDialog
          ownerKey={account.ownerKey}
          source={source}
          label={label}
          onClose={() => setOpenDialog(null)}
        />
      )}
      <ConfirmDialog
        isOpen={openDialog === 'remove'}
        title="Remove credential?"
        text="Fetching stops for this account. Loaded data stays."
        action="Remove credential"
        isGrave
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ source })}
        onClose={() => setOpenDialog(null)}
      />
    </>
  );
};

/** How the account's report is fetched from its platform; nothing for platforms without a connector. */
export const ConnectionCard = ({ account }: { account: Account }) => {
  const query = useQuery(connectionQuery(account.ownerKey, account.semClientAccountKey));
  return (
    <Loaded query={query} what="connection">
      {(connection) =>
        connection.connector === null ? null : (
          <SectionCard
            title="Fetch by API"
            note={`${CONNECTORS[connection.connector].label}: the last five weeks are fetched every night and loaded like an uploaded report. This connection was tested with recorded answers only: compare its first days with the platform’s own report.`}
          >
            <Connected account={account} connector={connection.connector} connection={connection} />
          </SectionCard>
        )
      }
    </Loaded>
  );
};
