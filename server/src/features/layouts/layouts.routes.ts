import { layoutDefault, layoutList, layoutRemove, layoutSave, type LayoutScreen } from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { type Session } from '../../http/session.ts';
import { chooseDefault, getLayouts, type LayoutDeps, removeLayout, saveLayout } from './layouts.service.ts';

const placeOf = (ownerKey: number, screen: LayoutScreen, { userKey, permissions }: Session) => ({
  ownerKey,
  screen,
  userKey,
  isAdmin: permissions.has('admin:Settings'),
});

export const layoutRoutes = (register: Register, deps: LayoutDeps): void => {
  register(layoutList, ({ params, ownerKey, scope, session }) =>
    getLayouts(deps, scope, placeOf(ownerKey, params.screen, session)),
  );
  register(layoutSave, ({ params, body, ownerKey, scope, origin, session }) =>
    saveLayout(deps, { scope, origin }, placeOf(ownerKey, params.screen, session), body),
  );
  register(layoutRemove, ({ params, body, ownerKey, scope, origin, session }) =>
    removeLayout(deps, { scope, origin }, placeOf(ownerKey, params.screen, session), body),
  );
  register(layoutDefault, ({ params, body, ownerKey, scope, session }) =>
    chooseDefault(deps, scope, placeOf(ownerKey, params.screen, session), body.name),
  );
};
