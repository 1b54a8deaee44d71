import { choiceParam, keyParam } from '../../lib/address/search-params.ts';

export const DOCS_TABS = ['instructions', 'files'] as const;
export type DocsTab = (typeof DOCS_TABS)[number];

export interface DocsSearch {
  tab?: DocsTab | undefined;
  campaign?: number | undefined;
}

export const readDocsSearch = (search: Record<string, unknown>): DocsSearch => ({
  tab: choiceParam(search['tab'], DOCS_TABS),
  campaign: keyParam(search['campaign']),
});
