import { Box, Button } from '@mantine/core';
import { groupOfUserType } from '@paceline/contract';
import { IconBuilding } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatCount } from '../../lib/text/format.ts';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { OwnerCard } from './owner-card.tsx';
import { usePicker } from './picker-store.ts';
import { useOwners } from './use-owners.ts';
import { WORDS } from './words.ts';

/** The page to choose an owner: the picker is open over it until one is chosen. */
export const OwnersPage = () => {
  const { owner }: { owner?: number } = useSearch({ strict: false });
  const group = groupOfUserType(useSession((state) => state.userType) ?? '');
  const words = WORDS[group === 'cl' ? 'cl' : 'ag'];
  const count = useOwners().length;
  const open = usePicker((state) => state.open);
  const close = usePicker((state) => state.close);
  const active = useSession((state) => state.activeOwner?.ownerKey);
  const isChosen = typeof owner === 'number';
  const shown = isChosen ? owner : active;

  const mayMake = useMay('clients:Create') && group === 'ag';

  useEffect(() => {
    // Before the first owner is created there is nothing to choose.
    if (!isChosen && (count > 0 || !mayMake)) open();
    return close;
  }, [isChosen, count, mayMake, open, close]);

  const choose = (
    <Button variant={shown !== undefined ? 'default' : 'filled'} onClick={open}>
      {shown !== undefined ? `Change the ${words.one}` : words.choose}
    </Button>
  );
  const newClient = (isFirst: boolean) => (
    <Button
      component="a"
      href={hrefOf(isFirst ? `${PATHS.newClientWizard}?begin=1` : PATHS.newClientWizard)}
      variant={isFirst ? 'filled' : 'default'}
    >
      {isFirst ? 'Start with a new client' : 'New client'}
    </Button>
  );
  if (count === 0 && mayMake && !isChosen)
    return (
      <EmptyState icon={<IconBuilding size={22} aria-hidden="true" />} title="No owner yet" action={newClient(true)}>
        An owner is an organisation whose media you run. Its brands, clients and campaigns belong to it.
      </EmptyState>
    );
  return (
    <>
      <HeadParts
        description={`${formatCount(count)} ${count === 1 ? words.one : words.many} you work with`}
        action={
          <>
            {mayMake && newClient(false)}
            {shown !== undefined && choose}
          </>
        }
      />
      <Box
        component="section"
        mih={220}
        bg="var(--pl-surface)"
        bd="1px solid var(--pl-line)"
        bdrs="md"
        aria-label="Details"
      >
        {shown !== undefined ? (
          <OwnerCard key={shown} ownerKey={shown} />
        ) : (
          <EmptyState
            icon={<IconBuilding size={22} aria-hidden="true" />}
            title={`No ${words.one} selected`}
            action={choose}
          >
            Choose the {words.one} that you want to work on.
          </EmptyState>
        )}
      </Box>
    </>
  );
};
