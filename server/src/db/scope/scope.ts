import { type UserGroup } from '@paceline/contract';

declare const brand: unique symbol;

/**
 * On whose behalf the database is queried, and whose rows are visible. It cannot be written as a literal: `make-scope.ts` makes it, and
 * only the request pipeline, the job runner and the tests may import that.
 */
export interface Scope {
  readonly [brand]: true;
  readonly userKey: number | null;
  readonly group: UserGroup | 'system' | 'public';
  readonly ownerKeys: readonly number[];
  readonly partnerKey: number | null;
}
