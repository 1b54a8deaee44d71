import {
  ALL_PERMISSIONS,
  groupOfUserType,
  type MenuItem,
  type Permission,
  permissionsOfGroup,
  type RouteName,
  ROUTES,
  USER_GROUPS,
  type UserGroup,
} from '@paceline/contract';
import { type AnyRoute, isRedirect } from '@tanstack/react-router';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { useSession } from '../../lib/session/session-store.ts';
import { signedInWith, WHOLE_OWNER } from '../../testing/rights.ts';
import { signedOut } from '../../testing/session.ts';
import { AccessDenied } from '../guards.ts';
import { routerPath } from '../router-path.ts';
import { routeTree } from '../routes.ts';
import { menuOf } from './menu.ts';

/** What opens a record's page or a page below another: a page with a link to it, or Ctrl-K, which finds records. */
const OPENED_FROM: Readonly<Partial<Record<RouteName, readonly (RouteName | 'search')[]>>> = {
  campaignPage: ['campaignsPpl', 'search'],
  campaignPplEditor: ['campaignsPpl'],
  campaignChannelEditor: ['campaignsByChannel'],
  campaignProgrammaticEditor: ['campaignsProgrammatic'],
  goalEditor: ['allocationsOverview', 'search'],
  leadDetails: ['leads'],
  clickDetails: ['clicks'],
  myExports: ['leadExport'],
  newUser: ['searchUser'],
  publisherEditor: ['publisherSources'],
  partnerEditor: ['availablePartners'],
  tradingPlatformEditor: ['tradingPlatform'],
  reportByName: ['insights'],
  savedDashboard: ['savedViews'],
  mpCampaignPage: ['mpCampaigns', 'search'],
  mpCampaign: ['mpCampaigns'],
  mpLeadDetails: ['mpLeads'],
  mpClickDetails: ['mpClicks'],
  mpMyExports: ['mpLeadExport'],
  mpReportByName: ['mpInsights'],
  mpSavedDashboard: ['mpSavedViews'],
};
/** Pages of the frame, which its own buttons open, and addresses that only lead on. */
const OF_THE_FRAME: readonly RouteName[] = [
  ...(['shell', 'owners', 'clients', 'account', 'alerts'] as const),
  ...(['clientArea', 'dashboard', 'partnerArea'] as const),
];

type Guard = (target: { params: Record<string, string>; search: object }) => unknown;
const childrenOf = (route: AnyRoute): AnyRoute[] => {
  const children: unknown = route.children;
  return Object.values(children ?? {}) as AnyRoute[];
};
const routesBelow = (route: AnyRoute): AnyRoute[] =>
  childrenOf(route).flatMap((child) => [child, ...routesBelow(child)]);
const guards = new Map(
  routesBelow(routeTree).map(({ options }) => {
    const { path, beforeLoad } = options as { path?: string; beforeLoad?: Guard };
    return [path, beforeLoad];
  }),
);
const screens = (Object.keys(ROUTES) as RouteName[]).filter(
  (route) => ROUTES[route].startsWith(`${ROUTES.shell}/`) && !OF_THE_FRAME.includes(route),
);

/** Whether the guard of a screen lets the signed-in user pass. A redirect comes after the guard. */
const opens = (route: RouteName): boolean => {
  const guard = guards.get(routerPath(ROUTES[route].slice(`${ROUTES.shell}/`.length)));
  if (guard === undefined) throw new TypeError(`${route} has no guard`);
  try {
    guard({ params: {}, search: {} });
    return true;
  } catch (error) {
    if (error instanceof AccessDenied) return false;
    if (isRedirect(error)) return true;
    throw error;
  }
};
const routesOf = (items: readonly MenuItem[]): RouteName[] =>
  items.flatMap(({ link, children }) => [...(link ? [link.route] : []), ...routesOf(children)]);

/** Screens in the menu that do not open, and screens that open and that nothing leads to. */
const gaps = (group: UserGroup, rights: readonly Permission[]) => {
  const menu = routesOf(menuOf(signedInWith(group, rights)));
  const isReached = (route: RouteName): boolean =>
    menu.includes(route) ||
    (OPENED_FROM[route] ?? []).some((from) => from === 'search' || (opens(from) && isReached(from)));
  return {
    dead: menu.filter((route) => !opens(route)),
    unreachable: screens.filter((route) => opens(route) && !isReached(route)),
  };
};
const none = { dead: [], unreachable: [] };

afterEach(signedOut);

describe.each(USER_GROUPS)('the menu of %s', (group) => {
  test('holds what opens, and everything that opens, for each right alone and for all but one', () => {
    for (const right of ALL_PERMISSIONS) {
      expect({ right, ...gaps(group, [right]) }).toEqual({ right, ...none });
      const others = ALL_PERMISSIONS.filter((other) => other !== right);
      expect({ without: right, ...gaps(group, others) }).toEqual({ without: right, ...none });
    }
    expect(gaps(group, [])).toEqual(none);
  });

  test('does so for rights by chance', () => {
    const rights = fc.subarray([...permissionsOfGroup(group)]);
    fc.assert(
      fc.property(rights, (some) => {
        expect(gaps(group, some)).toEqual(none);
      }),
    );
  });
});

test('the session of the sweep is the one that the guards read', () => {
  signedInWith('cl', ['campaigns:View']);
  const { userType, owners } = useSession.getState();
  expect(groupOfUserType(userType ?? '')).toBe('cl');
  expect(owners).toEqual([WHOLE_OWNER]);
  expect(opens('campaignsPpl')).toBe(true);
  expect(opens('leads')).toBe(false);
});
