import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { inShell, ownerRoute, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed, ownerless } from '../route-head.ts';

const LeadExportPage = lazyRoute(() => import('../../features/leads/export/export-page.tsx'), 'LeadExportPage');
const MyExportsPage = lazyRoute(() => import('../../features/leads/export/my-exports-page.tsx'), 'MyExportsPage');

// In every menu: users without the right see a message on the page.
const ofOwner = { getParentRoute: () => ownerRoute, beforeLoad: requires(['ag', 'cl']) };
const ofPartner = { getParentRoute: () => shellRoute, beforeLoad: requires(['mp']) };

const exportHead = headed('Data exports', ['Lead Management']);
export const leadExportRoute = createRoute({
  ...ofOwner,
  path: inShell(PATHS.leadExport),
  ...exportHead,
  component: LeadExportPage,
});
export const myExportsRoute = createRoute({
  ...ofOwner,
  path: inShell(PATHS.myExports),
  ...ownerless(headed('My exports', ['Lead Management', ['Data exports', PATHS.leadExport]])),
  component: MyExportsPage,
});
export const partnerLeadExportRoute = createRoute({
  ...ofPartner,
  path: inShell(PATHS.mpLeadExport),
  ...exportHead,
  component: LeadExportPage,
});
export const partnerMyExportsRoute = createRoute({
  ...ofPartner,
  path: inShell(PATHS.mpMyExports),
  ...headed('My exports', ['Lead Management', ['Data exports', PATHS.mpLeadExport]]),
  component: MyExportsPage,
});
