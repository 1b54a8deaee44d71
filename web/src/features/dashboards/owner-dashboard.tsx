import { Button } from '@mantine/core';
import { type OwnerVariant, variantOf } from '@paceline/contract';
import type { ReactNode } from 'react';
import { hrefOf, PATHS } from '../../lib/address/paths.ts';
import { useOwner } from '../../lib/session/session-store.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';

interface OwnerDashboardProps {
  /** The dashboard that owners without others have too. */
  single?: boolean;
  children: (owner: { ownerKey: number; variant: OwnerVariant }) => ReactNode;
}

/** A dashboard of the active owner; for an owner with a single one, where that is. */
export const OwnerDashboard = ({ single = false, children }: OwnerDashboardProps) => {
  const owner = useOwner();
  const variant = variantOf(owner);
  if (single || !variant.noDashboards) return children({ ownerKey: owner.ownerKey, variant });
  return (
    <EmptyState
      title={`${owner.name} has no other dashboards`}
      action={
        <Button component="a" href={hrefOf(PATHS.executiveOverview)} variant="default">
          Open Executive Overview
        </Button>
      }
    >
      Its one dashboard is Executive Overview. Spend and inquiries of its line items are in Allocation &amp; Pacing,
      Overview.
    </EmptyState>
  );
};
