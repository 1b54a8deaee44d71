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
  // A form is filled from it, with the versions that its saving is judged by: nothing older than the page will do.
  staleTime: 0,
  gcTime: 0,
});
export const calendarQuery = (ownerKey: number) => callQuery(goalCalendar, { params: { owner: ownerKey } });
export const campusesQuery = (clientKey: number) => callQuery(clientCampuses, { params: { key: clientKey } });
export const programsQuery = (clientKey: number) => callQuery(goalProgramList, { body: { clientKey, campusKeys: [] } });
export const historyQuery = (goalKey: number) => callQuery(goalHistory, { params: { goal: goalKey } });

export const readGoal = (goalKey: number): Promise<Goal | undefined> =>
  fetchApi(goalGet, { params: { goal: goalKey } });

/** What shows targets anywhere is old once they are saved. */
export const forgetTargets = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [goalHistory, goalSummaryList, goalSummaryNextList].map(({ id }) => queries.invalidateQueries({ queryKey: [id] })),
  );

/** What the keys in a line item are called, as far as its page has asked for them. */
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

/** Failures belong to the form and are thrown. */
export const useSaveGoal = (ownerKey: number) => {
  const queries = useQueryClient();
  return async (form: GoalForm): Promise<Goal | undefined> => {
    const saved = await callApi(goalSave, { params: { owner: ownerKey }, body: form });
    if (saved) queries.setQueryData(goalQuery(saved.goalKey).queryKey, saved);
    // Campaigns choose their line item from the options, which are kept for minutes.
    await Promise.all([forgetTargets(queries), queries.invalidateQueries({ queryKey: [filterOptions.id] })]);
    return saved;
  };
};
