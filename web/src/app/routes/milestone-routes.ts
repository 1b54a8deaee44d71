import { MILESTONE_RIGHT } from '@paceline/contract';
import { createRoute } from '@tanstack/react-router';
import { PATHS } from '../../lib/address/paths.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { inShell, ownerRoute, readOwnersListSearch } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

/** Reporting milestones needs different rights for the agency and for a client. */
const requiresReporting = (): void =>
  requires(['ag', 'cl'], groupOfSession() === 'cl' ? MILESTONE_RIGHT.cl : MILESTONE_RIGHT.ag)();

export const milestoneImportRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.milestoneImport),
  ...headed(
    'Milestone import',
    ['Lead Management'],
    'What the client’s CRM says became of leads. Rows without a lead wait here.',
  ),
  beforeLoad: requiresReporting,
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/milestones/milestone-import-page.tsx'), 'MilestoneImportPage'),
});

export const milestoneExportRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.milestoneExport),
  ...headed(
    'Milestone details export',
    ['Lead Management'],
    'One row for each milestone that happened on these days, with its lead, campaign and term. Voided ones and those of returned leads are not in it.',
  ),
  beforeLoad: requires(['ag', 'cl'], 'leadanalyzer:Export'),
  component: lazyRoute(() => import('../../features/milestones/milestone-export-page.tsx'), 'MilestoneExportPage'),
});
