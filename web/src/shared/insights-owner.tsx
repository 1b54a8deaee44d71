import { NativeSelect } from '@mantine/core';
import { type OwnerVariant, variantOf } from '@paceline/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { keyParam } from '../lib/address/search-params.ts';
import { groupOfSession, useSession } from '../lib/session/session-store.ts';
import { NoOwner } from './no-owner.tsx';

/** The first choice of a media partner's school groups. */
export const ALL_OWNERS = 'All school groups';

interface Chosen {
  ownerKey: number;
  variant: OwnerVariant;
  /** The owner selection, for a partner with several owners. */
  choice: ReactNode;
}

/**
 * The owner in a partner's address, with its selection; `all` allows choosing none, with this label. The selection has a visible label
 * where the boxes beside it have one.
 */
export const usePartnerOwner = (all?: string, { isLabelled = false } = {}) => {
  const owners = useSession((state) => state.owners) ?? [];
  const search: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const ownerParam = keyParam(search['owner']);
  const owner =
    owners.find(({ ownerKey }) => ownerKey === ownerParam) ?? (all === undefined ? owners[0] : undefined) ?? null;
  const choose = (value: string): void =>
    void navigate({
      to: '.',
      search: ((now: Record<string, unknown>) => ({
        ...now,
        owner: value === '' ? undefined : Number(value),
      })) as never,
      replace: true,
    });
  const choice = (owners.length > 1 || (all !== undefined && owners.length > 0)) && (
    <NativeSelect
      size="xs"
      {...(isLabelled ? { label: 'School group' } : { 'aria-label': 'School group' })}
      data={[
        ...(all === undefined ? [] : [{ value: '', label: all }]),
        ...owners.map(({ ownerKey, name }) => ({ value: String(ownerKey), label: name })),
      ]}
      value={String(owner?.ownerKey ?? '')}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
  return { owner, choice };
};

/** The owner whose numbers are shown: the active owner, or for a media partner one of its owners from the address. */
export const InsightsOwner = ({ children }: { children: (owner: Chosen) => ReactNode }) => {
  const isPartner = groupOfSession() === 'mp';
  const active = useSession((state) => state.activeOwner);
  const ofPartner = usePartnerOwner();
  const owner = isPartner ? ofPartner.owner : active;
  if (owner === null) return <NoOwner />;
  return children({ ownerKey: owner.ownerKey, variant: variantOf(owner), choice: isPartner && ofPartner.choice });
};
