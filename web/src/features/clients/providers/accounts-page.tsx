import { TableHead } from '../../../ui/table-head.tsx';
import { Button, Stack, Text } from '@mantine/core';
import { type ProviderAccounts, VERIFICATION_PROVIDERS } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { localZone, zoneName } from '../../../lib/text/format.ts';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { AccountDialog } from './account-dialog.tsx';
import { AccountRow } from './account-row.tsx';
import { accountsQuery, useAccountActions } from './api.ts';
import { accountState, type Asked, clientsText, systemState } from './prepare-accounts.ts';

const Columns = ({ first, fourth, canChange }: { first: string; fourth: string; canChange: boolean }) => (
  <TableHead of={[first, 'Credential', 'Last check', fourth]}>
    {canChange && <th scope="col" aria-label="Actions" />}
  </TableHead>
);

const LocalCard = ({ ownerKey, isOn, canChange }: { ownerKey: number; isOn: boolean; canChange: boolean }) => {
  const { save, remove } = useAccountActions(ownerKey);
  const [isBusy, setIsBusy] = useState(false);
  const turn = async () => {
    setIsBusy(true);
    try {
      await (isOn ? remove({ provider: 'LOCAL' }) : save({ provider: 'LOCAL' }));
    } catch (error) {
      toast.error({ message: error instanceof Error ? error.message : 'The check failed.' });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <SectionCard
      title="Local provider, nothing verified outside"
      note="For demos and tests only. While on, it answers instead of every account below. Not available in production."
      action={
        canChange && (
          <Button size="xs" variant="default" loading={isBusy} onClick={() => void turn()}>
            {isOn ? 'Turn off local provider' : 'Turn on local provider'}
          </Button>
        )
      }
    >
      <StatusMark tone={isOn ? 'warn' : 'off'}>{isOn ? 'On: no provider is asked' : 'Off'}</StatusMark>
    </SectionCard>
  );
};

interface AccountsProps extends ProviderAccounts {
  ownerKey: number;
}

const Accounts = ({ ownerKey, accounts, local, systems }: AccountsProps) => {
  const canChange = useMay('clients:Criteria');
  const [openDialog, setOpenDialog] = useState<Asked | null>(null);
  const zone = localZone();
  const row = { ownerKey, canChange, zone };
  const criteria = hrefOf(pathTo('clientCriteria'));
  return (
    <Stack gap={16}>
      {local !== null && <LocalCard ownerKey={ownerKey} isOn={local.isOn} canChange={canChange} />}
      <SectionCard
        title="Providers"
        note="Services that verify posted leads. Each client’s criteria say whether its leads are checked (Verification)."
      >
        <table className={table.table}>
          <Columns first="Provider" fourth="Used for" canChange={canChange} />
          <tbody>
            {accounts.map((account) => {
              const { label, checks } = VERIFICATION_PROVIDERS[account.provider];
              const isSet = account.setAt !== null;
              return (
                <AccountRow
                  key={account.provider}
                  {...row}
                  named={{ provider: account.provider }}
                  name={label}
                  head={
                    <>
                      {label}
                      <span className={table.detail}>{checks}</span>
                    </>
                  }
                  state={accountState(account, local?.isOn ?? false, zone)}
                  check={account.check}
                  asks={clientsText(account.clients)}
                  asksLabel="Used for"
                  isSet={isSet}
                  canCheck={isSet}
                  removed={`${label} is no longer used. Leads that need it are accepted and flagged as not verified.`}
                  onSet={() => setOpenDialog({ provider: account.provider })}
                />
              );
            })}
          </tbody>
        </table>
      </SectionCard>
      <SectionCard
        title="Clients’ own systems"
        note="Asked whether they already have a person, by hash. A credential is sent only to the host it was set for; changing the host in the criteria clears it."
      >
        {systems.length === 0 ? (
          <Text size="sm">
            No client has one yet. Its address is set in <a href={criteria}>client criteria</a>, under Verification.
          </Text>
        ) : (
          <table className={table.table}>
            <Columns first="Client" fourth="Asked" canChange={canChange} />
            <tbody>
              {systems.map((system) => (
                <AccountRow
                  key={system.clientKey}
                  {...row}
                  named={{ provider: 'CLIENT_SYSTEM', clientKey: system.clientKey }}
                  name={system.clientName}
                  head={
                    <>
                      {system.clientName}
                      <span className={table.detail}>{system.host}</span>
                    </>
                  }
                  state={systemState(system, zone)}
                  check={system.check}
                  asks={system.isAsked ? 'Yes' : 'No: off in the criteria'}
                  asksLabel="Asked"
                  isSet={system.setAt !== null}
                  canCheck
                  removed={`${system.host} will be asked without a credential.`}
                  onSet={() => setOpenDialog({ provider: 'CLIENT_SYSTEM', system })}
                />
              ))}
            </tbody>
          </table>
        )}
      </SectionCard>
      {openDialog !== null && (
        <AccountDialog ownerKey={ownerKey} request={openDialog} onClose={() => setOpenDialog(null)} />
      )}
    </Stack>
  );
};

/** The owner's verification accounts, and what clients' own systems receive. */
export const AccountsPage = () => {
  const ownerKey = useOwnerKey();
  const [opened] = useState(() => new Date());
  return (
    <>
      <HeadParts description={`Times in ${zoneName(localZone(), opened)}`} />
      <Loaded query={useQuery(accountsQuery(ownerKey))} what="list of verification accounts">
        {(data) => <Accounts ownerKey={ownerKey} {...data} />}
      </Loaded>
    </>
  );
};
