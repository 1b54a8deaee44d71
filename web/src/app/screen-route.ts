import { type RouteName, type Screen, screenOf, trailOf } from '@paceline/contract';
import { PATHS } from '../lib/address/paths.ts';
import { requires } from './guards.ts';
import { type RouteHead } from './route-head.ts';
import { type RouterPath } from './router-path.ts';
import { inShell, ownerRoute, shellRoute } from './routes/base-routes.ts';

type PathOf<Name extends RouteName> = (typeof PATHS)[Name];
type ShellName = { [Name in RouteName]: PathOf<Name> extends `/s/${string}` ? Name : never }[RouteName];
type PathInShell<Path> = Path extends `/s/${infer Rest}` ? RouterPath<Rest> : never;

const headTrail = (screen: Screen): RouteHead['trail'] => {
  if (screen.above === undefined) return trailOf(screen);
  const name = screen.above as RouteName;
  const above = screenOf(name);
  return [...headTrail(above), [above.title ?? name, PATHS[name]]];
};

const headOf = (screen: Screen): RouteHead | null => {
  const { title, description } = screen;
  if (title === undefined) return null;
  return { title, trail: headTrail(screen), ...(description !== undefined && { description }) };
};

interface Extra {
  ownerless?: boolean | string;
}

const partsOf = <Name extends ShellName>(name: Name, extra: Extra) => {
  const head = headOf(screenOf(name));
  const path: string = inShell<string>(PATHS[name]);
  return {
    path: path as PathInShell<PathOf<Name>>,
    staticData: { ...(head !== null && { head }), ...extra },
    beforeLoad: requires(name),
  };
};

/** A screen of one owner's data. Address, head and guard follow from its declaration in the contract. */
export const ofOwner = <Name extends ShellName>(name: Name, extra: Extra = {}) => ({
  getParentRoute: () => ownerRoute,
  ...partsOf(name, extra),
});

/** A screen of the shell that is no owner's, or a media partner's. */
export const ofShell = <Name extends ShellName>(name: Name, extra: Extra = {}) => ({
  getParentRoute: () => shellRoute,
  ...partsOf(name, extra),
});
