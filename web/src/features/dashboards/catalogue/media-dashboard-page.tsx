import { Button } from '@mantine/core';
import { type OwnerVariant, reportsFor, type UserGroup, variantOf } from '@paceline/contract';
import type { ReactNode } from 'react';
import { hrefOf, pathTo } from '../../../lib/address/paths.ts';
import { groupOfSession, useSession } from '../../../lib/session/session-store.ts';
import { ALL_OWNERS, InsightsOwner, usePartnerOwner } from '../../../shared/insights-owner.tsx';
import { NoOwner } from '../../../shared/no-owner.tsx';
import { HeadParts } from '../../../ui/pieces/page-head.tsx';
import { Dashboard } from '../dashboard-page.tsx';
import { AllGroups } from './all-groups.tsx';
import { filtersFor } from './prepare-report.ts';

const AllReports = ({ group }: { group: UserGroup }) => (
  <Button component="a" variant="default" href={hrefOf(pathTo(group === 'mp' ? 'mpInsights' : 'insights'))}>
    All reports
  </Button>
);

interface OwnerMediaProps {
  ownerKey: number;
  variant: OwnerVariant;
  choice: ReactNode;
  group: UserGroup;
}

const OwnerMedia = ({ ownerKey, variant, choice, group }: OwnerMediaProps) => (
  <Dashboard
    key={ownerKey}
    name={group === 'mp' ? 'mediaOfPartner' : 'media'}
    ownerKey={ownerKey}
    variant={variant}
    filters={filtersFor(group)}
    choices={choice}
    action={reportsFor(group, variant).length > 0 && <AllReports group={group} />}
  />
);

/** A media partner sees all its school groups first, or one of them. */
const PartnerMedia = () => {
  const owners = useSession((state) => state.owners) ?? [];
  const { owner, choice } = usePartnerOwner(owners.length > 1 ? ALL_OWNERS : undefined);
  if (owner !== null)
    return <OwnerMedia ownerKey={owner.ownerKey} variant={variantOf(owner)} choice={choice} group="mp" />;
  if (owners.length === 0) return <NoOwner />;
  return (
    <>
      <HeadParts action={<AllReports group="mp" />} />
      <AllGroups choice={choice} />
    </>
  );
};

/** The current performance, for the agency, clients and partners, each with its own money. */
export const MediaDashboardPage = () => {
  const group = groupOfSession() ?? 'cl';
  return group === 'mp' ? (
    <PartnerMedia />
  ) : (
    <InsightsOwner>{(owner) => <OwnerMedia {...owner} group={group} />}</InsightsOwner>
  );
};
