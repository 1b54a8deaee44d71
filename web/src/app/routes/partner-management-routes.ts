import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { inShell, ownerRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const availablePartnersRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.availablePartners),
  ...headed('Available Partners', ['Administration']),
  beforeLoad: requires(['ag'], 'partners:View'),
  component: lazyRoute(() => import('../../features/partners/partners-page.tsx'), 'PartnersPage'),
});

const partnerEditorRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.partnerEditor),
  beforeLoad: requires(['ag'], 'partners:View'),
  component: lazyRoute(() => import('../../features/partners/partner-page.tsx'), 'PartnerPage'),
});

const partnerContactRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.partnerContact),
  ...headed(
    'Contact Partners',
    ['Administration'],
    'Choose partners by what they do, look at each mail, send, and see what arrived.',
  ),
  beforeLoad: requires(['ag'], 'partners:Contact'),
  component: lazyRoute(() => import('../../features/partners/contact/contact-page.tsx'), 'ContactPage'),
});

/** Media partners: the list, the form, and mails to them. */
export const partnerManagementRoutes = [availablePartnersRoute, partnerEditorRoute, partnerContactRoute];
