import { groupOfUserType, type RouteName, variantOf } from '@paceline/contract';
import { pathTo } from '../address/paths.ts';
import type { OwnerOfUser } from './session-data.ts';
import { useSession } from './session-store.ts';

/** The first screen of an owner. */
export const ownerHome = (owner: OwnerOfUser): RouteName =>
  variantOf(owner).noDashboards ? 'allocationsOverview' : 'executiveOverview';

interface Whose {
  userType: string | null;
  firstTimeLogin: boolean | null;
  activeOwner: OwnerOfUser | null;
}

/** Where somebody starts: the outcomes of a sign-in, as the specification has them. */
export const homeRoute = ({ userType, firstTimeLogin, activeOwner }: Whose): RouteName => {
  if (firstTimeLogin) return 'resetPassword';
  const group = groupOfUserType(userType ?? '');
  if (group === 'ag') return 'owners';
  if (group === 'mp') return 'partnerArea';
  return activeOwner ? ownerHome(activeOwner) : 'clients';
};

export const homePath = (): string => pathTo(homeRoute(useSession.getState()));
