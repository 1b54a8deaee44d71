import { userSearch } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { isNarrowed, listQuestion, readListSearch } from './list-search.ts';

const read = readListSearch(userSearch, ['view']);

describe('the address of a list', () => {
  it('has the filters by name, and the sort order', () => {
    const search = read({ type: 'client', q: 'ann', status: 'active', sort: '-email', view: 'x' });
    expect(search).toMatchObject({ type: 'client', q: 'ann', status: 'active', sort: '-email', view: 'x' });
    expect(listQuestion(userSearch, search)).toEqual({
      userType: 'client',
      term: 'ann',
      status: 'active',
      sort: '-email',
    });
  });

  it('drops invalid values, and the default order', () => {
    expect(read({ type: 'superuser' })['type']).toBeUndefined();
    const search = read({ status: 'odd', sort: 'password', page: 3, userType: 'client' });
    expect(Object.values(search).filter((value) => value !== undefined)).toEqual([]);
    expect(read({ sort: 'userName' })['sort']).toBeUndefined();
    expect(listQuestion(userSearch, search)).toEqual({ sort: 'userName' });
  });

  it('tells whether any filter is set, ignoring the order', () => {
    expect(isNarrowed(userSearch, read({ sort: '-email', view: 'x' }))).toBe(false);
    expect(isNarrowed(userSearch, read({ q: 'a' }))).toBe(true);
  });
});
