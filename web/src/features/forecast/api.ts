import {
  type CallBody,
  forecastCreate,
  forecastCustomCreate,
  forecastDelete,
  forecastDetails,
  forecastExport,
  forecastList,
  type ForecastPlan,
  forecastRunCancel,
  type ForecastRun,
  forecastScenarioDelete,
  forecastScenarioSave,
  forecastUpdate,
  forecastWhatIf,
  type Kpi,
} from '@paceline/contract';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, fetchApi } from '../../lib/api/api.ts';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { toast } from '../../ui/toast/toast-store.ts';

/** Poll interval while forecasts are being built. */
const LOOK_MS = 1_000;
export const isOpenRun = (run: ForecastRun | null | undefined): boolean =>
  run?.state === 'queued' || run?.state === 'running';

const of = (ownerKey: number) => ({ ownerKey: String(ownerKey) });

export const useForecasts = (ownerKey: number, kpi: Kpi) =>
  useQuery({
    ...callQuery(forecastList, { params: { kpi }, query: of(ownerKey) }),
    refetchInterval: ({ state }) => (isOpenRun(state.data?.run) ? LOOK_MS : false),
  });

export const useForecast = (ownerKey: number, lineItem: string, kpi: Kpi) =>
  useQuery(callQuery(forecastDetails, { params: { lineItem, kpi }, query: of(ownerKey) }));

export const useWhatIf = (ownerKey: number, kpi: Kpi, spendPercent: number) =>
  useQuery({
    ...callQuery(forecastWhatIf, { params: { kpi }, query: { ...of(ownerKey), spendPercent: String(spendPercent) } }),
    placeholderData: keepPreviousData,
  });

/** Invalidates all forecast data. */
const useChanged = () => {
  const queries = useQueryClient();
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [forecastList.id] }),
      queries.invalidateQueries({ queryKey: [forecastDetails.id] }),
      queries.invalidateQueries({ queryKey: [forecastWhatIf.id] }),
    ]);
};

export const useBuild = (ownerKey: number) => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (lineItems: readonly string[]) =>
      fetchApi(forecastCreate, { body: { ownerKey, lineItems: [...lineItems] } }),
    onSuccess: (line) => {
      if (line && line.run === null)
        toast.success(`${line.lines} ${line.lines === 1 ? 'forecast is' : 'forecasts are'} up to date.`);
    },
    onError: tellFailure,
    onSettled: changed,
  });
};

export const useCancelRun = (ownerKey: number) => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (runKey: number) => fetchApi(forecastRunCancel, { body: { ownerKey, runKey } }),
    onError: tellFailure,
    onSettled: changed,
  });
};

type Change = Omit<CallBody<typeof forecastUpdate>, 'ownerKey' | 'lineItem' | 'kpi' | 'overrides'> & {
  overrides?: { month: string; value: number | null; note?: string }[];
};

/** Failures are shown beside the months instead of in a toast. */
export const useSaveForecast = (ownerKey: number, lineItem: string, kpi: Kpi) => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (change: Change) => callApi(forecastUpdate, { body: { ownerKey, lineItem, kpi, ...change } }),
    onSuccess: () => changed(),
  });
};

export const useReload = () => useChanged();

export const useDeleteForecast = (ownerKey: number) => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (lineItem: string) =>
      fetchApi(forecastDelete, { params: { kpi: 'all', lineItem }, body: { ownerKey } }),
    onError: tellFailure,
    onSettled: changed,
  });
};

export const useScenarios = (ownerKey: number, lineItem: string) => {
  const changed = useChanged();
  const save = useMutation({
    mutationFn: ({ name, plan }: { name: string; plan: ForecastPlan }) =>
      fetchApi(forecastScenarioSave, { body: { ownerKey, lineItem, name, plan } }),
    onError: tellFailure,
    onSettled: changed,
  });
  const remove = useMutation({
    mutationFn: (scenarioKey: number) =>
      fetchApi(forecastScenarioDelete, { body: { ownerKey, lineItem, scenarioKey } }),
    onError: tellFailure,
    onSettled: changed,
  });
  return { save, remove };
};

export const useCustomLine = (ownerKey: number, onMade: (lineItem: string) => void) => {
  const changed = useChanged();
  return useMutation({
    mutationFn: (line: { name: string; goalKeys: number[]; channel: string | null }) =>
      fetchApi(forecastCustomCreate, { body: { ownerKey, ...line } }),
    onSuccess: async (line) => {
      await changed();
      if (line) onMade(line.lineItem);
    },
    onError: tellFailure,
  });
};

export const useForecastFile = (ownerKey: number, kpi: Kpi) =>
  useMutation({
    mutationFn: async () => {
      const file = await downloadApi(
        forecastExport,
        { params: { kpi }, query: of(ownerKey) },
        { fallbackName: 'Forecast-data.xlsx' },
      );
      if (file) saveFile(file);
    },
    onError: tellFailure,
  });
