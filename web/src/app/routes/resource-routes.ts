import { createRoute } from '@tanstack/react-router';
import { readDocsSearch } from '../../features/docs/docs-search.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { inShell, ownerRoute, readOwnersListSearch, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed, ownerless } from '../route-head.ts';

const programs = {
  ...headed('Programs', ['Resources']),
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/clients/programs/programs-page.tsx'), 'ProgramsPage'),
};
const programsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.programData),
  beforeLoad: requires(['ag', 'cl'], 'clients:View'),
  ...programs,
});
const partnerProgramsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpProgramData),
  beforeLoad: requires(['mp'], 'clients:View'),
  ...programs,
});

const publisherSources = {
  ...ownerless(headed('Publisher sources', ['Resources'])),
  validateSearch: readOwnersListSearch,
  component: lazyRoute(() => import('../../features/publishers/publisher-sources-page.tsx'), 'PublisherSourcesPage'),
};
const publisherSourcesRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.publisherSources),
  beforeLoad: requires(['ag'], 'publishers:View'),
  ...publisherSources,
});
const publisherEditorRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.publisherEditor),
  staticData: { ownerless: true },
  beforeLoad: requires(['ag'], 'publishers:View'),
  component: lazyRoute(() => import('../../features/publishers/editor/source-page.tsx'), 'PublisherSourcePage'),
});
const partnerPublisherSourcesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpPublisherSources),
  beforeLoad: requires(['mp'], 'publishers:View'),
  ...publisherSources,
});

const docsHead = headed(
  'Posting Instructions',
  ['Resources'],
  'How leads are posted to a campaign, written from the rules that posts are checked by.',
);
const docsRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.docs),
  ...docsHead,
  beforeLoad: requires(['ag', 'cl'], 'campaigns:View'),
  validateSearch: readDocsSearch,
  component: lazyRoute(() => import('../../features/docs/docs-page.tsx'), 'OwnerDocsPage'),
});
const partnerDocsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpDocs),
  ...docsHead,
  beforeLoad: requires(['mp'], 'campaigns:View'),
  validateSearch: readDocsSearch,
  component: lazyRoute(() => import('../../features/docs/docs-page.tsx'), 'PartnerDocsPage'),
});

/** Programs, publishers and posting instructions. */
export const resourceRoutes = [programsRoute, publisherSourcesRoute, publisherEditorRoute, docsRoute];
export const partnerResourceRoutes = [partnerProgramsRoute, partnerPublisherSourcesRoute, partnerDocsRoute];
