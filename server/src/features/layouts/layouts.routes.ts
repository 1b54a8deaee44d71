import { layoutDefault, layoutList, layoutRemove, layoutSave, type LayoutScreen } from '@paceline/contract';
import { type Scope } from '../../db/scope/scope.ts';
import { type Register } from '../../http/register.ts';
import { type Session } from '../../http/guard/session.ts';
import { type Origin } from '../../lib/origin.ts';
import {
  assertMaySee,
  chooseDefault,
  getLayouts,
  type LayoutDeps,
  removeLayout,
  saveLayout,
} from './layouts.service.ts';

interface Context {
  params: { screen: LayoutScreen };
  ownerKey: number;
  scope: Scope;
  origin: Origin;
  session: Session;
}

export const layoutRoutes = (register: Register, deps: LayoutDeps): void => {
  const placeOf = async ({ params, ownerKey, scope, origin, session }: Context) => {
    const { userKey, permissions } = session;
    const place = { ownerKey, screen: params.screen, userKey, isAdmin: permissions.has('admin:Settings') };
    await assertMaySee(deps, { scope, origin }, place, permissions);
    return place;
  };
  register(layoutList, async (context) => getLayouts(deps, context.scope, await placeOf(context)));
  register(layoutSave, async (context) => saveLayout(deps, context, await placeOf(context), context.body));
  register(layoutRemove, async (context) => removeLayout(deps, context, await placeOf(context), context.body));
  register(layoutDefault, async (context) =>
    chooseDefault(deps, context.scope, await placeOf(context), context.body.name),
  );
};
