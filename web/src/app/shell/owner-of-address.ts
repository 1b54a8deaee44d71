import { userConfig } from '@paceline/contract';
import { redirect, type SearchMiddleware } from '@tanstack/react-router';
import { fetchApi } from '../../lib/api/api.ts';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import { keyParam } from '../../lib/address/search-params.ts';
import { groupOfSession, useSession } from '../../lib/session/session-store.ts';

/** The address names an owner that this user has no access to. */
export class OwnerDenied extends Error {
  override readonly name = 'OwnerDenied';
}

interface OwnerSearch {
  owner?: number | undefined;
}

export const readOwnerSearch = (search: Record<string, unknown>): OwnerSearch => ({ owner: keyParam(search['owner']) });

/** Adds the owner to every link to an owner's page. */
export const nameOwner: SearchMiddleware<OwnerSearch> = ({ search, next }) => {
  const nextSearch = next(search);
  const owner = nextSearch.owner ?? useSession.getState().activeOwner?.ownerKey;
  return owner === undefined ? nextSearch : { ...nextSearch, owner };
};

/** The owner may be newer than the list loaded at sign-in. */
const findOwner = async (ownerKey: number): Promise<OwnerOfUser | undefined> => {
  const byKey = (owner: OwnerOfUser): boolean => owner.ownerKey === ownerKey;
  return (
    useSession.getState().owners?.find(byKey) ?? (await fetchApi(userConfig, {}))?.owners?.find((owner) => byKey(owner))
  );
};

interface Opened {
  search: OwnerSearch;
  location: { pathname: string; search: object };
  preload: boolean;
}

/** Makes the address's owner the active one of the tab. For a media partner, who works for all its owners, the address is only a filter. */
export const openOwner = async ({ search, location, preload }: Opened): Promise<void> => {
  if (preload || groupOfSession() === 'mp') return;
  const { activeOwner, chooseOwner } = useSession.getState();
  if (search.owner === undefined) {
    if (activeOwner === null) return;
    throw redirect({
      to: location.pathname,
      search: { ...location.search, owner: activeOwner.ownerKey } as never,
      replace: true,
    });
  }
  if (search.owner === activeOwner?.ownerKey) return;
  const owner = await findOwner(search.owner);
  if (owner === undefined) throw new OwnerDenied();
  chooseOwner(owner);
};
