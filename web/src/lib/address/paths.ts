import { type RouteName, ROUTES } from '@paceline/contract';
import { withOwner } from './owner-address.ts';

/** All hash routes of the contract. The router decides which of them can be opened. */
export const PATHS = ROUTES;

type Params = Readonly<Record<string, string | number>>;

/** A route's path with its parameters filled in; optional parameters without a value are left out. */
export const pathTo = (route: RouteName, params: Params = {}): string =>
  ROUTES[route].replace(/\/:(\w+)(\?)?/g, (_, name: string, optional?: string) => {
    const value = params[name];
    if (value !== undefined) return `/${encodeURIComponent(value)}`;
    if (optional === undefined) throw new TypeError(`The route ${route} needs ${name}`);
    return '';
  });

/** A plain link, for use outside the router and in tests. It names the owner, as the router's links do. */
export const hrefOf = (path: string): string => `#${withOwner(path)}`;
