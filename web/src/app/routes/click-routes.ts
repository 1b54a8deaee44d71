import { clickDetails } from '@paceline/contract';
import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { textParams } from '../../lib/address/search-params.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const ClicksPage = lazyRoute(() => import('../../features/clicks/clicks-page.tsx'), 'ClicksPage');
const ClickPage = lazyRoute(() => import('../../features/clicks/click-page.tsx'), 'ClickPage');

const head = headed('Clicks', ['Click Management']);
const ofAgency = { getParentRoute: () => ownerRoute, beforeLoad: requires(['ag'], clickDetails.permission) };
export const clickRoutes = [
  createRoute({
    ...ofAgency,
    path: inShell(PATHS.clicks),
    ...head,
    validateSearch: readOwnersListSearch,
    component: ClicksPage,
  }),
  createRoute({
    ...ofAgency,
    path: inShell(PATHS.clickDetails),
    staticData: { ownerless: true },
    component: ClickPage,
  }),
];

const ofPartner = { getParentRoute: () => shellRoute, beforeLoad: requires(['mp'], clickDetails.permission) };
export const partnerClickRoutes = [
  createRoute({
    ...ofPartner,
    path: inShell(PATHS.mpClicks),
    ...head,
    validateSearch: textParams,
    component: ClicksPage,
  }),
  createRoute({ ...ofPartner, path: inShell(PATHS.mpClickDetails), component: ClickPage }),
];
