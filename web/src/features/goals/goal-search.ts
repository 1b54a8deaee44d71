import { keyParam } from '../../lib/address/search-params.ts';

/** What the address of a new line item may say of it. */
export interface GoalSearch {
  client?: number | undefined;
}

export const readGoalSearch = (search: Record<string, unknown>): GoalSearch => ({ client: keyParam(search['client']) });
