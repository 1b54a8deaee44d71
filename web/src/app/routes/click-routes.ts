import { createRoute } from '@tanstack/react-router';
import { textParams } from '../../lib/address/search-params.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';
import { readOwnersListSearch } from './base-routes.ts';

const ClicksPage = lazyRoute(() => import('../../features/clicks/clicks-page.tsx'), 'ClicksPage');
const ClickPage = lazyRoute(() => import('../../features/clicks/click-page.tsx'), 'ClickPage');

export const clickRoutes = [
  createRoute({ ...ofOwner('clicks'), validateSearch: readOwnersListSearch, component: ClicksPage }),
  createRoute({ ...ofOwner('clickDetails', { ownerless: true }), component: ClickPage }),
];
export const partnerClickRoutes = [
  createRoute({ ...ofShell('mpClicks'), validateSearch: textParams, component: ClicksPage }),
  createRoute({ ...ofShell('mpClickDetails'), component: ClickPage }),
];
