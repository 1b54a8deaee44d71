import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { hrefOf, PATHS } from '../lib/paths.ts';
import { groupOfSession } from '../lib/session-store.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** In place of a page of an owner while none is chosen: where to choose one, and what it is needed for. */
export const NoOwner = ({ children }: { children: ReactNode }) => (
  <EmptyState
    title="No owner selected"
    action={
      <Button component="a" href={hrefOf(groupOfSession() === 'cl' ? PATHS.clients : PATHS.owners)} variant="default">
        Choose one
      </Button>
    }
  >
    {children}
  </EmptyState>
);
