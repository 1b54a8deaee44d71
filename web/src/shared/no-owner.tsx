import { Button } from '@mantine/core';
import { hrefOf, PATHS } from '../lib/address/paths.ts';
import { groupOfSession } from '../lib/session/session-store.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';

/** Shown in place of an owner's page while no owner is chosen, with the choice. */
export const NoOwner = ({ level = 2 }: { level?: 1 | 2 }) => (
  <EmptyState
    level={level}
    title="No owner selected"
    action={
      <Button component="a" href={hrefOf(groupOfSession() === 'cl' ? PATHS.clients : PATHS.owners)} variant="default">
        Choose one
      </Button>
    }
  >
    This page shows the data of one owner.
  </EmptyState>
);
