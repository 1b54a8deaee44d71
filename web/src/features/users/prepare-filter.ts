import type { CallInput, userSearch } from '@paceline/contract';
import type { UserSearch } from './user-search.ts';

/** What the address asks for, as the call takes it. */
export const prepareFilter = ({ type, status, owner, q, page }: UserSearch): CallInput<typeof userSearch>['body'] => ({
  userType: type ?? null,
  ownerName: owner ?? null,
  term: q ?? '',
  status: status ?? 'all',
  page: page ?? 1,
});
