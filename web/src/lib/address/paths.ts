import { type RouteName, ROUTES } from '@paceline/contract';
import { withOwner } from './owner-address.ts';

/** Every hash route there is, by the contract's table. Which of them can be opened is the router's to say. */
export const PATHS = ROUTES;

type Params = Readonly<Record<string, string | number>>;

/** A route's path with its parameters filled in; optional ones that are not given are left out. */
export const pathTo = (route: RouteName, params: Params = {}): string =>
  ROUTES[route].replace(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) => {
    const value = params[name];
    if (value !== undefined) return `/${encodeURIComponent(value)}`;
    if (optional === undefined) throw new TypeError(`The route ${route} needs ${name}`);
    return '';
  });

/** For the places that need a plain link: outside the router, and in tests. It names the owner, as the router's links do. */
export const hrefOf = (path: string): string => `#${withOwner(path)}`;
