import { createRoute } from '@tanstack/react-router';
import { readDocsSearch } from '../../features/docs/docs-search.ts';
import { lazyRoute } from '../lazy-route.ts';
import { ofOwner, ofShell } from '../screen-route.ts';
import { readOwnersListSearch } from './base-routes.ts';

const programs = {
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/clients/programs/programs-page.tsx'), 'ProgramsPage'),
};
const publisherSources = {
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/publishers/publisher-sources-page.tsx'), 'PublisherSourcesPage'),
};
const docs = (page: 'OwnerDocsPage' | 'PartnerDocsPage') => ({
  validateSearch: readDocsSearch,
  component: lazyRoute(() => import('../../features/docs/docs-page.tsx'), page),
});

/** Programs, publishers and posting instructions. */
export const resourceRoutes = [
  createRoute({ ...ofOwner('programData'), ...programs }),
  createRoute({ ...ofOwner('publisherSources', { ownerless: true }), ...publisherSources }),
  createRoute({
    ...ofOwner('publisherEditor', { ownerless: true }),
    component: lazyRoute(() => import('../../features/publishers/editor/source-page.tsx'), 'PublisherSourcePage'),
  }),
  createRoute({ ...ofOwner('docs'), ...docs('OwnerDocsPage') }),
];
export const partnerResourceRoutes = [
  createRoute({ ...ofShell('mpProgramData'), ...programs }),
  createRoute({ ...ofShell('mpPublisherSources', { ownerless: true }), ...publisherSources }),
  createRoute({ ...ofShell('mpDocs'), ...docs('PartnerDocsPage') }),
];
