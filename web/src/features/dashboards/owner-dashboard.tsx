import { Button } from '@mantine/core';
import { type OwnerVariant, variantOf } from '@paceline/contract';
import type { ReactNode } from 'react';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { useOwner } from '../../lib/session/session-store.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';

interface OwnerDashboardProps {
  children: (owner: { ownerKey: number; variant: OwnerVariant }) => ReactNode;
}

/** A dashboard of the active owner; for an owner without dashboards, where to look instead. */
export const OwnerDashboard = ({ children }: OwnerDashboardProps) => {
  const owner = useOwner();
  const variant = variantOf(owner);
  if (!variant.noDashboards) return children({ ownerKey: owner.ownerKey, variant });
  return (
    <EmptyState
      title={`${owner.name} has no dashboards`}
      action={
        <Button component="a" href={hrefOf(PATHS.allocationsOverview)} variant="default">
          Open Overview
        </Button>
      }
    >
      Spend and inquiries of its line items are in Allocation &amp; Pacing, Overview.
    </EmptyState>
  );
};
