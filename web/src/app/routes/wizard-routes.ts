import { createRoute } from '@tanstack/react-router';
import { readWizardSearch } from '../../features/wizard/wizard-search.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { inShell, ownerRoute, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

export const newClientRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.newClientWizard),
  beforeLoad: requires(['ag'], 'clients:Create'),
  validateSearch: readWizardSearch,
  component: lazyRoute(() => import('../../features/wizard/wizard-page.tsx'), 'WizardPage'),
});

export const goingLiveRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.goingLive),
  ...headed('Going Live', ['Administration', 'Manage Clients']),
  beforeLoad: requires(['ag'], 'clients:View'),
  component: lazyRoute(() => import('../../features/wizard/going-live/going-live-page.tsx'), 'GoingLivePage'),
});
