import { createRoute } from '@tanstack/react-router';
import { readHealthSearch } from '../../features/delivery/endpoints/endpoint-search.ts';
import { readTrialSearch } from '../../features/intake/trial/trial-search.ts';
import { textParams } from '../../lib/address/search-params.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';
import { readOwnersListSearch } from './base-routes.ts';

const LeadsPage = lazyRoute(() => import('../../features/leads/leads-page.tsx'), 'LeadsPage');
const LeadPage = lazyRoute(() => import('../../features/leads/lead-page.tsx'), 'LeadPage');
const LeadExportPage = lazyRoute(() => import('../../features/leads/export/export-page.tsx'), 'LeadExportPage');
const MyExportsPage = lazyRoute(() => import('../../features/leads/export/my-exports-page.tsx'), 'MyExportsPage');
const ReturnsPage = lazyRoute(() => import('../../features/returns/returns-page.tsx'), 'ReturnsPage');
const trialPage = (page: 'AgencyTrialPage' | 'PartnerTrialPage') => ({
  validateSearch: readTrialSearch,
  component: lazyRoute(() => import('../../features/intake/trial/trial-page.tsx'), page),
});

export const leadRoutes = [
  createRoute({ ...ofOwner('leads'), validateSearch: readOwnersListSearch, component: LeadsPage }),
  createRoute({ ...ofOwner('leadDetails', { ownerless: true }), component: LeadPage }),
  createRoute({ ...ofOwner('leadExport'), component: LeadExportPage }),
  createRoute({ ...ofOwner('myExports', { ownerless: true }), component: MyExportsPage }),
  createRoute({ ...ofOwner('returns'), validateSearch: readOwnersListSearch, component: ReturnsPage }),
  createRoute({ ...ofOwner('leadTester'), ...trialPage('AgencyTrialPage') }),
  createRoute({
    ...ofOwner('leadTestSettings'),
    component: lazyRoute(() => import('../../features/intake/leadtests/leadtests-page.tsx'), 'LeadTestsPage'),
  }),
  createRoute({
    ...ofOwner('updateLeads'),
    validateSearch: readOwnersListSearch,
    component: lazyRoute(() => import('../../features/leads/update/update-page.tsx'), 'UpdateLeadsPage'),
  }),
  createRoute({
    ...ofOwner('trackingInfo'),
    validateSearch: readOwnersListSearch,
    component: lazyRoute(() => import('../../features/leads/tracking/tracking-page.tsx'), 'TrackingPage'),
  }),
  createRoute({
    ...ofOwner('privacyRequests'),
    component: lazyRoute(() => import('../../features/privacy/privacy-page.tsx'), 'PrivacyPage'),
  }),
  createRoute({
    ...ofOwner('stuckLeads'),
    validateSearch: readOwnersListSearch,
    component: lazyRoute(() => import('../../features/delivery/stuck-leads-page.tsx'), 'StuckLeadsPage'),
  }),
  createRoute({
    ...ofOwner('deliveryHealth', { ownerless: true }),
    validateSearch: readHealthSearch,
    component: lazyRoute(() => import('../../features/delivery/endpoints/health-page.tsx'), 'DeliveryHealthPage'),
  }),
  createRoute({
    ...ofOwner('milestoneImport'),
    validateSearch: readOwnersListSearch,
    component: lazyRoute(() => import('../../features/milestones/milestone-import-page.tsx'), 'MilestoneImportPage'),
  }),
  createRoute({
    ...ofOwner('milestoneExport'),
    component: lazyRoute(() => import('../../features/milestones/milestone-export-page.tsx'), 'MilestoneExportPage'),
  }),
];

export const partnerLeadRoutes = [
  createRoute({ ...ofShell('mpLeads'), validateSearch: textParams, component: LeadsPage }),
  createRoute({ ...ofShell('mpLeadDetails'), component: LeadPage }),
  createRoute({ ...ofShell('mpLeadExport'), component: LeadExportPage }),
  createRoute({ ...ofShell('mpMyExports'), component: MyExportsPage }),
  createRoute({ ...ofShell('mpReturns'), validateSearch: textParams, component: ReturnsPage }),
  createRoute({ ...ofShell('mpLeadTester'), ...trialPage('PartnerTrialPage') }),
];
