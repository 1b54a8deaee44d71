import { keyParam } from '../../lib/address/search-params.ts';

/** Parameters for a new line item in the address. */
export interface GoalSearch {
  client?: number | undefined;
}

export const readGoalSearch = (search: Record<string, unknown>): GoalSearch => ({ client: keyParam(search['client']) });
