import {
  type AllocationMonth,
  allocationHistory,
  allocationRequestAnswer,
  allocationRequestList,
  allocationsSave,
  allocationSheetAt,
  capacitySave,
  goalSummaryList,
  goalSummaryNextList,
  goalTargetSave,
  ownerGet,
  type UserGroup,
} from '@paceline/contract';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { callApi, fetchApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import type { RowKey } from '../../ui/grid/types.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import type { SentRow } from './sheet/sheet-rows.ts';

/** The month of one owner, or of all owners of a media partner. */
export interface MonthOf {
  group: UserGroup;
  month: AllocationMonth;
  ownerKey: number | null;
}

export const ofOwner = (ownerKey: number | null): { query: { ownerKey?: string } } => ({
  query: ownerKey === null ? {} : { ownerKey: String(ownerKey) },
});

export const goalsQuery = (month: AllocationMonth, ownerKey: number | null) =>
  callQuery(month === 'next' ? goalSummaryNextList : goalSummaryList, {
    params: { brand: 'all' },
    ...ofOwner(ownerKey),
  });
export const ownerQuery = (ownerKey: number) => callQuery(ownerGet, { params: { ownerKey } });
export const requestsQuery = (month: AllocationMonth, ownerKey: number | null) =>
  callQuery(allocationRequestList, { params: { month }, ...ofOwner(ownerKey) });
export const historyQuery = (campaignKey: number, month: AllocationMonth) => ({
  ...callQuery(allocationHistory, { params: { campaignKey, month } }),
  staleTime: 0,
});

/** The sheet at a past moment, where it differs from now. */
export const fetchSheetAt = (ownerKey: number, month: AllocationMonth, moment: string) =>
  fetchApi(allocationSheetAt, { params: { owner: ownerKey, month, moment } });

/** The new versions by row; undefined when a newer save replaced this one. */
export type Sent = ReadonlyMap<RowKey, number> | undefined;

export const sendAllocations = async ({ group, month, ownerKey }: MonthOf, sent: readonly SentRow[]): Promise<Sent> => {
  const rows = sent.map(({ rowKey, ...row }) => ({ campaignKey: Number(rowKey), ...row }));
  const saved =
    group === 'mp'
      ? await callApi(capacitySave, { params: { month }, body: { rows } })
      : await callApi(allocationsSave, { params: { owner: Number(ownerKey), month }, body: { rows } });
  return saved && new Map(saved.rows.map(({ campaignKey, rowVersion }) => [campaignKey, rowVersion]));
};

export const sendTargets = async (ownerKey: number, month: string, sent: readonly SentRow[]): Promise<Sent> => {
  const rows = sent.map(({ rowKey, ...row }) => ({ goalKey: Number(rowKey), month, ...row }));
  const saved = await callApi(goalTargetSave, { params: { owner: ownerKey }, body: { rows } });
  return saved && new Map(saved.rows.map(({ goalKey, rowVersion }) => [goalKey, rowVersion]));
};

/** Invalidates other data of the month: line items, overview, requests and histories. */
export const forgetMonth = (queries: QueryClient): Promise<unknown> =>
  Promise.all(
    [goalSummaryList, goalSummaryNextList, allocationRequestList, allocationHistory].map(({ id }) =>
      queries.invalidateQueries({ queryKey: [id] }),
    ),
  );

export const tellFailure = (error: unknown): void =>
  toast.error(error instanceof ApiError ? error : { message: (error as Error).message });

export const useAnswerRequest = (onAnswered: () => void) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({
      ownerKey,
      requestKey,
      ...body
    }: {
      ownerKey: number;
      requestKey: number;
      accept: boolean;
      answer: string;
    }) => callApi(allocationRequestAnswer, { params: { owner: ownerKey, requestKey }, body }),
    onSuccess: (request) => {
      if (request) toast.success(`${request.campaignName}: ${request.state === 'ACCEPTED' ? 'accepted' : 'declined'}.`);
      onAnswered();
      return forgetMonth(queries);
    },
    onError: (error) => {
      tellFailure(error);
      return forgetMonth(queries);
    },
  });
};
