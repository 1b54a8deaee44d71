import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import {
  CHANNEL_NAMES,
  PLATFORM_ACCOUNT_STATUSES,
  PLATFORM_CHANNELS,
  type PlatformAccountRow,
  type PlatformAccountStatus,
} from '@paceline/contract';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { hrefOf, pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { AccountTable } from './account-table.tsx';
import { accountsQuery } from './api.ts';
import { MasterCard } from './master-card.tsx';
import classes from './platforms.module.css';
import { accountsText, findAccounts } from './prepare-platforms.ts';
import { StatusActions } from './status-actions.tsx';

const ExportDialog = lazy(async () => ({ default: (await import('./export-dialog.tsx')).ExportDialog }));

const STATUSES = [
  { value: '', label: 'All statuses' },
  ...Object.entries(PLATFORM_ACCOUNT_STATUSES).map(([value, label]) => ({ value, label })),
];
const CHANNELS = [
  { value: '', label: 'All channels' },
  ...PLATFORM_CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] })),
];
const NONE_CHOSEN: ReadonlySet<number> = new Set();

const Accounts = ({ ownerKey, accounts }: { ownerKey: number; accounts: readonly PlatformAccountRow[] }) => {
  const mayChange = useMay('tradingplatforms:Update');
  const [text, setText] = useState('');
  const [status, setStatus] = useState<PlatformAccountStatus | ''>('');
  const [channel, setChannel] = useState('');
  const [chosen, setChosen] = useState(NONE_CHOSEN);
  const matches = findAccounts(accounts, { text, status, channel });
  // Rows hidden by a filter are not changed.
  const rows = matches.filter(({ semClientAccountKey }) => chosen.has(semClientAccountKey));
  if (accounts.length === 0)
    return (
      <EmptyState title="No accounts yet">
        Add the owner’s account on a platform; its campaigns and costs arrive under it.
      </EmptyState>
    );
  return (
    <>
      <Group gap={10} align="flex-end" mb={12}>
        <TextInput
          flex="1 1 220px"
          maw={320}
          label="Search accounts"
          placeholder="Name, ID, platform, client or error"
          type="search"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <NativeSelect
          label="Status"
          data={STATUSES}
          value={status}
          onChange={({ currentTarget }) => setStatus(currentTarget.value as PlatformAccountStatus | '')}
        />
        <NativeSelect
          label="Channel"
          data={CHANNELS}
          value={channel}
          onChange={({ currentTarget }) => setChannel(currentTarget.value)}
        />
      </Group>
      {mayChange && (
        <div className={classes.chosen} role="region" aria-label="Selected accounts" hidden={rows.length === 0}>
          <strong role="status">{accountsText(rows.length)} selected</strong>
          <StatusActions ownerKey={ownerKey} accounts={rows} onDone={() => setChosen(NONE_CHOSEN)} />
        </div>
      )}
      {matches.length === 0 ? (
        <EmptyState title="No account matches">Change or clear the filters.</EmptyState>
      ) : (
        <AccountTable accounts={matches} chosen={mayChange ? chosen : null} onChoose={setChosen} />
      )}
    </>
  );
};

/** An owner's accounts on trading platforms, and the agency's list of platforms. */
export const PlatformsPage = () => {
  const ownerKey = useOwnerKey();
  const mayChange = useMay('tradingplatforms:Update');
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <HeadParts
        action={
          <Group gap={10} align="flex-end">
            <Button variant="default" onClick={() => setExporting(true)}>
              Export
            </Button>
            {mayChange && (
              <Button
                component="a"
                href={hrefOf(pathTo('tradingPlatformEditor'))}
                leftSection={<IconPlus size={17} aria-hidden="true" />}
              >
                New account
              </Button>
            )}
          </Group>
        }
      />
      <div className={classes.page}>
        <SectionCard
          title="Accounts"
          note="Costs are those of campaigns that are linked, this month so far, in dollars."
        >
          <Loaded query={useQuery(accountsQuery(ownerKey))} what="accounts" lines={4}>
            {(accounts) => <Accounts ownerKey={ownerKey} accounts={accounts} />}
          </Loaded>
        </SectionCard>
        <MasterCard />
      </div>
      <Suspense fallback={null}>
        {isExporting && <ExportDialog ownerKey={ownerKey} onClose={() => setExporting(false)} />}
      </Suspense>
    </>
  );
};
