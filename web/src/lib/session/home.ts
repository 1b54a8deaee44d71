import { groupOfUserType, type RouteName, variantOf } from '@paceline/contract';
import { pathTo } from '../address/paths.ts';
import type { OwnerOfUser } from './session-data.ts';
import { useSession } from './session-store.ts';

/** An owner's start page. */
export const ownerHome = (owner: OwnerOfUser): RouteName =>
  variantOf(owner).noDashboards ? 'allocationsOverview' : 'executiveOverview';

interface Whose {
  userType: string | null;
  firstTimeLogin: boolean | null;
  activeOwner: OwnerOfUser | null;
}

/** A user's start page after sign-in, as the specification lists the cases. */
export const homeRoute = ({ userType, firstTimeLogin, activeOwner }: Whose): RouteName => {
  if (firstTimeLogin) return 'resetPassword';
  const group = groupOfUserType(userType ?? '');
  if (group === 'ag') return 'owners';
  if (group === 'mp') return 'partnerArea';
  return activeOwner ? ownerHome(activeOwner) : 'clients';
};

export const homePath = (): string => pathTo(homeRoute(useSession.getState()));
