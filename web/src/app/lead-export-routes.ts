import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../lib/paths.ts';
import { inShell, ownerRoute, shellRoute } from './base-routes.ts';
import { requires } from './guards.ts';
import { lazyRoute } from './lazy-route.ts';

const LeadExportPage = lazyRoute(() => import('../features/leads/export/export-page.tsx'), 'LeadExportPage');
const MyExportsPage = lazyRoute(() => import('../features/leads/export/my-exports-page.tsx'), 'MyExportsPage');

// In everybody's menu: who may not export is told so there.
const ofOwner = { getParentRoute: () => ownerRoute, beforeLoad: requires(['ag', 'cl']) };
const ofPartner = { getParentRoute: () => shellRoute, beforeLoad: requires(['mp']) };

export const leadExportRoute = createRoute({
  ...ofOwner,
  path: inShell(PATHS.leadExport),
  component: LeadExportPage,
});
export const myExportsRoute = createRoute({ ...ofOwner, path: inShell(PATHS.myExports), component: MyExportsPage });
export const partnerLeadExportRoute = createRoute({
  ...ofPartner,
  path: inShell(PATHS.mpLeadExport),
  component: LeadExportPage,
});
export const partnerMyExportsRoute = createRoute({
  ...ofPartner,
  path: inShell(PATHS.mpMyExports),
  component: MyExportsPage,
});
