import type { MenuItem } from '@paceline/contract';
import { useMemo } from 'react';
import { useSession } from '../../lib/session/session-store.ts';
import { menuOf } from './menu.ts';

export const useMenu = (): MenuItem[] => {
  const userType = useSession((state) => state.userType);
  const permissions = useSession((state) => state.permissions);
  const activeOwner = useSession((state) => state.activeOwner);
  return useMemo(() => menuOf({ userType, permissions, activeOwner }), [userType, permissions, activeOwner]);
};
