import {
  alertRuleList,
  type AnyCall,
  type CallInput,
  type CallResponse,
  reportScheduleList,
  reportScheduleLog,
  savedDashboardList,
  savedViewList,
} from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import type { CallArgs } from '../../../lib/api/request.ts';
import { isStale } from '../../../shared/form/prepare-refusal.ts';
import { tellFailure } from '../../../shared/list/use-list-export.ts';

export const viewsQuery = (ownerKey: number) => ({
  ...callQuery(savedViewList, { params: { owner: ownerKey } }),
  staleTime: 0,
});

export const dashboardsQuery = (ownerKey: number) => ({
  ...callQuery(savedDashboardList, { params: { owner: ownerKey } }),
  staleTime: 0,
});

/** Poll interval: runs progress by themselves. */
const LOOK_MS = 5_000;
export const schedulesQuery = (ownerKey: number) => ({
  ...callQuery(reportScheduleList, { params: { owner: ownerKey } }),
  staleTime: 0,
  refetchInterval: LOOK_MS,
});
export const scheduleLogQuery = (ownerKey: number, scheduleKey: number) => ({
  ...callQuery(reportScheduleLog, { params: { owner: ownerKey, scheduleKey } }),
  staleTime: 0,
  refetchInterval: LOOK_MS,
});

export const rulesQuery = (ownerKey: number) => ({
  ...callQuery(alertRuleList, { params: { owner: ownerKey } }),
  staleTime: 0,
});

const NO_VIEWS = { defaultKey: null, views: [] };
export const useViews = (ownerKey: number) => {
  const { data = NO_VIEWS, isLoading } = useQuery(viewsQuery(ownerKey));
  return { ...data, isLoading };
};

/** Runs a change for an owner, then invalidates the queries in `reads`. */
export const useOwnerChange = <C extends AnyCall>(
  call: C,
  ownerKey: number,
  reads: readonly AnyCall[],
  onError: (error: Error) => void = tellFailure,
) => {
  const queries = useQueryClient();
  const readAgain = (): Promise<unknown> =>
    Promise.all(reads.map(({ id }) => queries.invalidateQueries({ queryKey: [id] })));
  return useMutation({
    mutationFn: (body: CallInput<C>['body']) =>
      callApi(call, { params: { owner: ownerKey }, body } as unknown as CallArgs<C>) as Promise<CallResponse<C>>,
    onSuccess: readAgain,
    onError: (error) => {
      onError(error);
      // The next change is then based on the version somebody else saved.
      if (isStale(error)) void readAgain();
    },
  });
};
