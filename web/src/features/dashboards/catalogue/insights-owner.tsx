import { NativeSelect } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keyParam } from '../../../lib/search-params.ts';
import { groupOfSession, useSession } from '../../../lib/session-store.ts';
import { NoOwner } from '../../../shared/no-owner.tsx';
import { PageHead } from '../../../ui/page-head.tsx';

interface Chosen {
  ownerKey: number;
  variant: string | null;
  /** Where a partner works for several: which of them is meant. */
  choice: ReactNode;
}

interface InsightsOwnerProps {
  title: string;
  children: (owner: Chosen) => ReactNode;
}

/** Whose numbers are shown: the owner that is selected; for a media partner one of those that it works for, in the address. */
export const InsightsOwner = ({ title, children }: InsightsOwnerProps) => {
  const isPartner = groupOfSession() === 'mp';
  const owners = useSession((state) => state.owners) ?? [];
  const active = useSession((state) => state.activeOwner);
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const asked = keyParam(search['owner']);
  const owner = isPartner ? (owners.find(({ ownerKey }) => ownerKey === asked) ?? owners[0] ?? null) : active;
  if (owner === null)
    return (
      <>
        <PageHead title={title} />
        <NoOwner>Choose an owner to see its reports.</NoOwner>
      </>
    );
  const choice = isPartner && owners.length > 1 && (
    <NativeSelect
      size="xs"
      aria-label="School group"
      data={owners.map(({ ownerKey, name }) => ({ value: String(ownerKey), label: name }))}
      value={String(owner.ownerKey)}
      onChange={({ currentTarget }) =>
        void navigate({
          to: '.',
          search: ((now: Record<string, unknown>) => ({ ...now, owner: Number(currentTarget.value) })) as never,
          replace: true,
        })
      }
    />
  );
  return children({ ownerKey: owner.ownerKey, variant: owner.variant, choice });
};
