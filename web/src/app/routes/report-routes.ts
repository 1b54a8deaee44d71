import { createRoute } from '@tanstack/react-router';
import { readQuestionSearch } from '../../features/reports/question-search.ts';
import { PATHS } from '../../lib/address/paths.ts';
import { keyParam } from '../../lib/address/search-params.ts';
import { inShell, ownerRoute, shellRoute } from './base-routes.ts';
import { requires } from '../guards.ts';
import { lazyRoute } from '../lazy-route.ts';
import { headed } from '../route-head.ts';

const analysis = {
  ...headed('Media Analysis', ['Insights']),
  validateSearch: readQuestionSearch,
  component: lazyRoute(() => import('./media-analysis.tsx'), 'MediaAnalysis'),
};

export const mediaAnalysisRoute = createRoute({
  getParentRoute: () => ownerRoute,
  path: inShell(PATHS.mediaAnalysis),
  beforeLoad: requires(['ag', 'cl'], 'reports:Build'),
  ...analysis,
});
export const partnerMediaAnalysisRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: inShell(PATHS.mpMediaAnalysis),
  beforeLoad: requires(['mp'], 'reports:Build'),
  ...analysis,
  validateSearch: (search: Record<string, unknown>) => ({
    ...readQuestionSearch(search),
    owner: keyParam(search['owner']),
  }),
});
