import {
  clientCampuses,
  filterOptions,
  type Goal,
  goalCalendar,
  type GoalForm,
  goalGet,
  goalHistory,
  goalProgramList,
  type goalRecord,
  goalSave,
  goalSummaryList,
  goalSummaryNextList,
} from '@paceline/contract';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { filterOptionsQuery } from '../../shared/filter-bar/use-filters.ts';
import type { Names } from '../../shared/form/prepare-record.ts';

export const goalQuery = (goalKey: number) => ({
  ...callQuery(goalGet, { params: { goal: goalKey } }),
  // Never cached: the form is saved against the versions read.
  staleTime: 0,
  gcTime: 0,
});
export const calendarQuery = (ownerKey: number) => callQuery(goalCalendar, { params: { owner: ownerKey } });
export const campusesQuery = (clientKey: number) => callQuery(clientCampuses, { params: { key: clientKey } });
export const programsQuery = (clientKey: number) => callQuery(goalProgramList, { body: { clientKey, campusKeys: [] } });
export const historyQuery = (goalKey: number) => callQuery(goalHistory, { params: { goal: goalKey } });

export const readGoal = (goalKey: number): Promise<Goal | undefined> =>
  fetchApi(goalGet, { params: { goal: goalKey } });

/** Invalidates everything that shows targets. */
export const forgetTargets = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [goalHistory, goalSummaryList, goalSummaryNextList].map(({ id }) => queries.invalidateQueries({ queryKey: [id] })),
  );

/** Display names of a line item's keys, as far as the page has loaded them. */
export const namesIn = (queries: QueryClient, ownerKey: number, clientKey: number): Names<typeof goalRecord.fields> => {
  const { models } = queries.getQueryData(filterOptionsQuery(ownerKey).queryKey) ?? {};
  const campuses = queries.getQueryData(campusesQuery(clientKey).queryKey);
  const programs = queries.getQueryData(programsQuery(clientKey).queryKey);
  return {
    clientModelKey: (key) => models?.find((model) => String(model.key) === key)?.name ?? key,
    campusKeys: (key) => campuses?.find(({ campusKey }) => String(campusKey) === key)?.campusName ?? key,
    programKeys: (key) => programs?.find(({ programKey }) => String(programKey) === key)?.programName ?? key,
  };
};

/** Throws on failure: the form shows the error. */
export const useSaveGoal = (ownerKey: number) => {
  const queries = useQueryClient();
  return async (form: GoalForm): Promise<Goal | undefined> => {
    const saved = await callApi(goalSave, { params: { owner: ownerKey }, body: form });
    if (saved) queries.setQueryData(goalQuery(saved.goalKey).queryKey, saved);
    // Campaigns choose line items from the filter options, which are cached for minutes.
    await Promise.all([forgetTargets(queries), queries.invalidateQueries({ queryKey: [filterOptions.id] })]);
    return saved;
  };
};
