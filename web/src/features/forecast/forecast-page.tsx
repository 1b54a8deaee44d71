import { Button, Group, Progress, Stack, Tabs } from '@mantine/core';
import { type CallResponse, FORECAST, type forecastList, type Kpi, KPI_CODES, KPIS } from '@paceline/contract';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../lib/session/permissions.ts';
import { useOwnerKey } from '../../lib/session/session-store.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { HeadParts } from '../../ui/pieces/page-head.tsx';
import { isOpenRun, useBuild, useCancelRun, useForecast, useForecastFile, useForecasts } from './api.ts';
import { AllLines } from './all-lines.tsx';
import { CustomLine } from './custom-line.tsx';
import { ForecastDetail } from './forecast-detail.tsx';
import { ForecastLines } from './forecast-lines.tsx';
import classes from './forecast.module.css';
import { ALL_LINES, type ForecastSearch, readForecastSearch } from './forecast-search.ts';

type Listed = CallResponse<typeof forecastList>;

/** Progress of a build of many line items. */
const RunState = ({ ownerKey, run, mayChange }: { ownerKey: number; run: Listed['run']; mayChange: boolean }) => {
  const cancel = useCancelRun(ownerKey);
  if (run === null || !(isOpenRun(run) || run.state === 'failed')) return null;
  return (
    <Group gap={10} mb={12} fz="sm" role="status">
      {run.state === 'failed' ? (
        <span>The last build failed. {run.failure}</span>
      ) : (
        <>
          <span>
            Building forecasts: {run.linesDone} of {run.lines} line items
          </span>
          <Progress
            value={(100 * run.linesDone) / Math.max(1, run.lines)}
            aria-label="Line items built"
            flex={1}
            miw={160}
          />
          {mayChange && (
            <Button
              size="compact-xs"
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate(run.runKey)}
            >
              Cancel
            </Button>
          )}
        </>
      )}
    </Group>
  );
};

interface ChosenProps {
  ownerKey: number;
  lineItem: string;
  kpi: Kpi;
  onDeleted: () => void;
}

const ChosenLine = ({ ownerKey, lineItem, kpi, onDeleted }: ChosenProps) => {
  const query = useForecast(ownerKey, lineItem, kpi);
  return (
    <Loaded query={query} what="forecast">
      {(details) => <ForecastDetail key={`${lineItem} ${kpi}`} details={details} onDeleted={onDeleted} />}
    </Loaded>
  );
};

interface ForecastsProps {
  ownerKey: number;
  listed: Listed;
  kpi: Kpi;
  line: string | undefined;
  spend: number | undefined;
  onGo: (search: ForecastSearch) => void;
}

const Forecasts = ({ ownerKey, listed, kpi, line, spend, onGo }: ForecastsProps) => {
  const mayChange = useMay('forecast:Update');
  const build = useBuild(ownerKey);
  const [isAdding, setAdding] = useState(false);
  const { lines, missing, run } = listed;
  const first = lines.find(({ completeMonths }) => completeMonths >= FORECAST.leastMonths) ?? lines[0];
  const isAll = line === ALL_LINES && lines.length > 0;
  const chosen = isAll ? ALL_LINES : (lines.find(({ lineItem }) => lineItem === line)?.lineItem ?? first?.lineItem);
  const isBusy = build.isPending || isOpenRun(run);
  const goals = [
    ...lines.flatMap(({ lineItem, lineItemName }) =>
      lineItem.startsWith('custom:') ? [] : [{ goalKey: Number(lineItem), name: lineItemName }],
    ),
    ...missing,
  ];
  return (
    <>
      <RunState ownerKey={ownerKey} run={run} mayChange={mayChange} />
      {chosen === undefined ? (
        <EmptyState
          title="No forecasts yet"
          action={
            mayChange && (
              <Button loading={isBusy} onClick={() => build.mutate([])}>
                Build forecasts
              </Button>
            )
          }
        >
          {missing.length === 0
            ? 'This owner has no running line items.'
            : `Spend, inquiries and enrollments of ${missing.length} line items, each with its range and past error.`}
        </EmptyState>
      ) : (
        <Columns of="250px minmax(0, 1fr)" gap={16} align="start">
          <Stack gap={14}>
            <ForecastLines lines={lines} chosen={chosen} onChoose={(lineItem) => onGo({ kpi, line: lineItem })} />
            {mayChange && (
              <Group gap={8}>
                {missing.length > 0 && (
                  <Button
                    size="xs"
                    variant="default"
                    loading={isBusy}
                    onClick={() => build.mutate(missing.map(({ goalKey }) => String(goalKey)))}
                  >
                    Build {missing.length} more
                  </Button>
                )}
                <Button size="xs" variant="subtle" onClick={() => setAdding(true)}>
                  Add custom line
                </Button>
              </Group>
            )}
          </Stack>
          {isAll ? (
            <AllLines
              {...{ ownerKey, kpi }}
              percent={spend}
              onPercent={(next) => onGo({ kpi, line: ALL_LINES, spend: next })}
              onOpen={(lineItem) => onGo({ kpi, line: lineItem })}
            />
          ) : (
            <ChosenLine
              ownerKey={ownerKey}
              lineItem={chosen}
              kpi={kpi}
              onDeleted={() => onGo({ kpi, line: undefined })}
            />
          )}
        </Columns>
      )}
      {isAdding && (
        <CustomLine
          ownerKey={ownerKey}
          goals={goals}
          onMade={(lineItem) => {
            setAdding(false);
            onGo({ kpi, line: lineItem });
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
};

export const ForecastPage = () => {
  const ownerKey = useOwnerKey();
  const { kpi = 'inquiries', line, spend } = readForecastSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const query = useForecasts(ownerKey, kpi);
  const file = useForecastFile(ownerKey, kpi);
  const build = useBuild(ownerKey);
  const mayChange = useMay('forecast:Update');
  const go = (search: ForecastSearch): void => void navigate({ to: '.', search: search as never });
  const hasLines = (query.data?.lines.length ?? 0) > 0;
  return (
    <>
      <HeadParts
        action={
          hasLines && (
            <Group gap={8}>
              <Button variant="default" loading={file.isPending} onClick={() => file.mutate()}>
                Export
              </Button>
              {mayChange && (
                <Button loading={build.isPending || isOpenRun(query.data?.run)} onClick={() => build.mutate([])}>
                  Build all again
                </Button>
              )}
            </Group>
          )
        }
      />
      <Tabs
        value={kpi}
        onChange={(next) => next !== null && go({ kpi: next as Kpi, line, spend })}
        className={classes.kpis}
      >
        <Tabs.List className={classes.tabs} aria-label="Figures">
          {KPI_CODES.map((code) => (
            <Tabs.Tab key={code} value={code}>
              {KPIS[code]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={kpi}>
          <Loaded query={query} what="list of forecasts">
            {(listed) => <Forecasts {...{ ownerKey, listed, kpi, line, spend }} onGo={go} />}
          </Loaded>
        </Tabs.Panel>
      </Tabs>
    </>
  );
};
