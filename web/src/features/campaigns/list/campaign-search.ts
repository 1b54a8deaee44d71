import { STATUS_GROUPS, type StatusGroup, SUB_STATUSES, type SubStatus } from '@paceline/contract';
import { choiceParam, keyParam, textParam } from '../../../lib/search-params.ts';
import { type FilterSearch, readFilterSearch } from '../../../shared/filter-bar/filter-search.ts';

/** What the address of a list of campaigns asks for, beside its filters. */
export interface CampaignSearch extends FilterSearch {
  /** Anywhere in the name, the codes, the media partner or the line item. */
  q?: string | undefined;
  /** The beginning of a campaign code. */
  code?: string | undefined;
  status?: StatusGroup | SubStatus | undefined;
  /** One of a media partner's owners. */
  owner?: number | undefined;
  /** What the trading platforms have and nothing here is fed by, in place of campaigns. */
  view?: 'unlinked' | undefined;
}

export const STATUS_GROUP_KEYS = Object.keys(STATUS_GROUPS) as StatusGroup[];

export const readCampaignSearch = (search: Record<string, unknown>): CampaignSearch => ({
  ...readFilterSearch(search),
  q: textParam(search['q']),
  code: textParam(search['code']),
  status: choiceParam(search['status'], [...STATUS_GROUP_KEYS, ...SUB_STATUSES]),
  owner: keyParam(search['owner']),
  view: choiceParam(search['view'], ['unlinked']),
});
