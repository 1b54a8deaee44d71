import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { textParams } from '../../lib/address/search-params.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const ofPartnerLeads = { getParentRoute: () => shellRoute, beforeLoad: requires(['mp'], 'leadanalyzer:View') };
const LeadsPage = lazyRoute(() => import('../../features/leads/leads-page.tsx'), 'LeadsPage');
const leadsHead = headed('Leads', ['Lead Management']);
const leadsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.leads),
  ...leadsHead,
  // Also open to clients, though their menu has no entry for it.
  beforeLoad: requires(['ag', 'cl'], 'leadanalyzer:View'),
  validateSearch: readOwnersListSearch,
  component: LeadsPage,
});
const partnerLeadsRoute = createRoute({
  ...ofPartnerLeads,
  path: inShell(PATHS.mpLeads),
  ...leadsHead,
  validateSearch: textParams,
  component: LeadsPage,
});

const updateLeadsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.updateLeads),
  ...headed(
    'Lead update',
    ['Lead Management'],
    'Change the status of up to 5,000 leads. Nothing changes before the preview is confirmed.',
  ),
  beforeLoad: requires(['ag'], 'leadanalyzer:Update'),
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/leads/update/update-page.tsx'), 'UpdateLeadsPage'),
});

const trackingRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.trackingInfo),
  ...headed(
    'Tracking info',
    ['Lead Management'],
    'What happened to leads and clicks: at most 31 days at a time, or everything about one ID.',
  ),
  beforeLoad: requires(['ag'], 'leadanalyzer:View'),
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/leads/tracking/tracking-page.tsx'), 'TrackingPage'),
});

const ofLead = { component: lazyRoute(() => import('../../features/leads/lead-page.tsx'), 'LeadPage') };
const leadDetailsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.leadDetails),
  staticData: { ownerless: true },
  beforeLoad: requires(['ag', 'cl'], 'leadanalyzer:View'),
  ...ofLead,
});
const partnerLeadDetailsRoute = createRoute({ ...ofPartnerLeads, path: inShell(PATHS.mpLeadDetails), ...ofLead });

const privacyRequestsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.privacyRequests),
  ...headed('Privacy requests', ['Lead Management'], 'Erase a person, tell what is stored, or stop all contact.'),
  beforeLoad: requires(['ag'], 'leadanalyzer:Erase'),
  component: lazyRoute(() => import('../../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
});

export const leadRoutes = [
  leadsRoute,
  leadDetailsRoute,
  updateLeadsRoute,
  trackingRoute,
  privacyRequestsRoute,
] as const;
export const partnerLeadRoutes = [partnerLeadsRoute, partnerLeadDetailsRoute] as const;
