import { PLATFORM_ACCOUNT_STATUSES, type PlatformAccountRecord } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { keyParam } from '../../lib/address/search-params.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { PageHead } from '../../ui/pieces/page-head.tsx';
import { AccountForm } from './account-form.tsx';
import { ConnectionCard } from './connection-card.tsx';
import { accountQuery, clientsQuery, masterQuery } from './api.ts';

const trail = () => [
  { label: 'Administration' },
  { label: 'Manage Clients' },
  { label: 'Trading Platforms', href: hrefOf(PATHS.tradingPlatform) },
];

/** The form, once its choices are loaded. */
const WithChoices = ({ ownerKey, account }: { ownerKey: number; account: PlatformAccountRecord | null }) => {
  const clients = useQuery(clientsQuery(ownerKey));
  return (
    <Loaded query={useQuery(masterQuery())} what="platforms">
      {(platforms) => (
        <Loaded query={clients} what="clients">
          {(list) => (
            <AccountForm
              ownerKey={ownerKey}
              account={account}
              platforms={platforms}
              clients={list.map(({ clientKey, clientName }) => ({ value: String(clientKey), label: clientName }))}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  );
};

const ExistingAccount = ({ ownerKey, accountKey }: { ownerKey: number; accountKey: number }) => (
  <Loaded query={useQuery(accountQuery(ownerKey, accountKey))} what="account">
    {(account) => (
      <>
        <PageHead
          title={account.accountName}
          trail={trail()}
          description={`${account.platformName}, ${PLATFORM_ACCOUNT_STATUSES[account.status].toLowerCase()}`}
        />
        <WithChoices ownerKey={ownerKey} account={account} />
        <ConnectionCard account={account} />
      </>
    )}
  </Loaded>
);

/** A new account on a platform, or an existing one. */
export const AccountPage = () => {
  const { semClientAccountKey: keyText }: { semClientAccountKey?: string } = useParams({ strict: false });
  const ownerKey = useOwnerKey();
  if (keyText === undefined)
    return (
      <>
        <PageHead title="New account" trail={trail()} />
        <WithChoices key="new" ownerKey={ownerKey} account={null} />
      </>
    );
  const accountKey = keyParam(keyText);
  if (accountKey === undefined) return <EmptyState title="Account not found" />;
  return <ExistingAccount key={accountKey} ownerKey={ownerKey} accountKey={accountKey} />;
};
