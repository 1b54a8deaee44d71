import { Button } from '@mantine/core';
import { type OwnerVariant, variantOf } from '@paceline/contract';
import type { ReactNode } from 'react';
import { hrefOf, PATHS } from '../../lib/paths.ts';
import { useSession } from '../../lib/session-store.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { NoOwner } from '../../shared/no-owner.tsx';
import { PageHead } from '../../ui/page-head.tsx';

interface OwnerDashboardProps {
  title: string;
  children: (owner: { ownerKey: number; variant: OwnerVariant }) => ReactNode;
}

/** A dashboard of the owner that is selected; without one, or for an owner that has none, what to do instead. */
export const OwnerDashboard = ({ title, children }: OwnerDashboardProps) => {
  const owner = useSession((state) => state.activeOwner);
  if (owner === null)
    return (
      <>
        <PageHead title={title} />
        <NoOwner>Choose an owner to see its dashboards.</NoOwner>
      </>
    );
  const variant = variantOf(owner);
  if (variant.noDashboards)
    return (
      <>
        <PageHead title={title} />
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
      </>
    );
  return children({ ownerKey: owner.ownerKey, variant });
};
