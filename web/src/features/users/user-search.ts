import { choiceParam, keyParam, textParam } from '../../lib/search-params.ts';

/** What the address of the user list asks for. */
export interface UserSearch {
  type?: 'agency' | 'aggregator' | 'client' | undefined;
  status?: 'active' | 'inactive' | undefined;
  owner?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

export const readUserSearch = (search: Record<string, unknown>): UserSearch => ({
  type: choiceParam(search['type'], ['agency', 'aggregator', 'client']),
  status: choiceParam(search['status'], ['active', 'inactive']),
  owner: textParam(search['owner']),
  q: textParam(search['q']),
  page: keyParam(search['page']),
});
