import { Button } from '@mantine/core';
import { hrefOf, PATHS } from '../lib/address/paths.ts';
import { groupOfSession } from '../lib/session/session-store.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';

/** In place of a page of an owner while none is chosen: where to choose one. */
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
