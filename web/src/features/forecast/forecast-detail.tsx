import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import {
  accuracyWords,
  FORECAST,
  FORECAST_METHODS,
  type ForecastDetails,
  type ForecastMethod,
  type ForecastPlan,
  wholePercent,
  KPIS,
  METHOD_WORDS,
} from '@paceline/contract';
import { useMemo, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { formatInstant, localZone } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { useSaveKeys } from '../../ui/forms/use-save-keys.ts';
import { useBuild, useDeleteForecast, useReload, useSaveForecast } from './api.ts';
import classes from './forecast.module.css';
import { MonthsTable } from './months-table.tsx';
import {
  cellText,
  changesOf,
  type Drafts,
  fanLabel,
  formatKpi,
  monthText,
  placeText,
  planWith,
  type RateDrafts,
} from './prepare-forecast.ts';
import { curveChart, curveLabel, curvePoints, doublingWords, fanChart } from './prepare-pictures.ts';
import { RateFields } from './rate-fields.tsx';
import { WhatIfs } from './what-ifs.tsx';

const NOTHING: Drafts = {};

/** An error in words; for a conflict, both values and how to continue. */
const Failed = ({ error, onReload }: { error: Error; onReload: () => void }) => {
  const isStale = error instanceof ApiError && error.status === 409;
  const differences = isStale ? error.errors.filter(({ field }) => field !== 'rowVersion') : [];
  return (
    <div className={classes.failed}>
      <p>{error.message}</p>
      {differences.length > 0 && (
        <ul>
          {differences.map(({ field, message }) => (
            <li key={field}>
              {placeText(field)}: {message}
            </li>
          ))}
        </ul>
      )}
      {isStale && (
        <Button size="xs" variant="default" onClick={onReload}>
          Reload
        </Button>
      )}
    </div>
  );
};

const Curve = ({
  details,
  planned,
  onPlan,
}: {
  details: ForecastDetails;
  planned: number;
  onPlan: ((month: string, spend: number) => void) | null;
}) => {
  const { curve } = details;
  const option = useMemo(() => (curve === null ? null : curveChart(curve, planned)), [curve, planned]);
  if (curve === null || option === null) return null;
  return (
    <SectionCard
      title={`Inquiries by spend: ${monthText(curve.month)}`}
      note={`${doublingWords(curve)}. ${onPlan === null ? '' : 'Choose a point to plan its spend.'}`}
    >
      <Chart
        label={curveLabel(curve)}
        option={option}
        height={200}
        {...(onPlan !== null && {
          onPick: ({ index }: { index: number }) => onPlan(curve.month, curvePoints(curve)[index]?.spend ?? 0),
        })}
      />
    </SectionCard>
  );
};

interface ForecastDetailProps {
  details: ForecastDetails;
  onDeleted: () => void;
}

/** The forecast of one metric of a line item: values, range and what-ifs. */
export const ForecastDetail = ({ details, onDeleted }: ForecastDetailProps) => {
  const { ownerKey, lineItem, kpi, rowVersion } = details;
  const mayChange = useMay('forecast:Update');
  const mayDelete = useMay('forecast:Delete');
  const [drafts, setDrafts] = useState(NOTHING);
  const [rateDrafts, setRateDrafts] = useState<RateDrafts>({});
  const [notes, setNotes] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const save = useSaveForecast(ownerKey, lineItem, kpi);
  const build = useBuild(ownerKey);
  const remove = useDeleteForecast(ownerKey);
  const reload = useReload();
  const option = useMemo(() => fanChart(details), [details]);
  const isDirty = Object.keys({ ...drafts, ...rateDrafts }).length > 0 || notes !== null;
  const forget = (): void => {
    setDrafts(NOTHING);
    setRateDrafts({});
    setNotes(null);
    setProblem(null);
    save.reset();
  };
  const submit = (): void => {
    if (!isDirty || save.isPending) return;
    const changes = changesOf(details, drafts, rateDrafts);
    if ('problem' in changes) {
      setProblem(changes.problem);
      return;
    }
    setProblem(null);
    // Values typed during the save were not saved and are kept.
    const forgetSaved = (): void => {
      setDrafts((now) => Object.fromEntries(Object.entries(now).filter(([month, draft]) => draft !== drafts[month])));
      setRateDrafts((now) => (now === rateDrafts ? {} : now));
      setNotes((now) => (now === notes ? null : now));
    };
    save.mutate(
      { rowVersion, ...changes, ...(notes !== null && { notes }) },
      { onSuccess: (saved) => saved && forgetSaved() },
    );
  };
  useSaveKeys(submit);
  const changeNow = (change: { method?: ForecastMethod; months?: number }): void =>
    save.mutate({ rowVersion, ...change });
  const use = ({ plannedSpend, plannedCpl, rateOverrides }: ForecastPlan): void => {
    setRateDrafts({
      app: cellText(rateOverrides.app),
      enroll: cellText(rateOverrides.enroll),
      start: cellText(rateOverrides.start),
    });
    setDrafts(
      Object.fromEntries(
        details.points
          .filter(({ month }) => month >= details.startMonth)
          .map(({ month }) => [
            month,
            { ...drafts[month], plannedSpend: cellText(plannedSpend[month]), plannedCpl: cellText(plannedCpl[month]) },
          ]),
      ),
    );
  };
  const plan = planWith(details, drafts, rateDrafts);
  const curveMonth = details.curve?.month ?? '';
  return (
    <Stack gap={14}>
      <SectionCard
        title={details.lineItemName}
        note={accuracyWords(details)}
        action={
          <Group gap={8}>
            {mayChange && (
              <>
                <NativeSelect
                  size="xs"
                  aria-label="Method"
                  value={details.method}
                  disabled={save.isPending || isDirty}
                  data={FORECAST_METHODS.map((method) => ({ value: method, label: METHOD_WORDS[method] }))}
                  onChange={({ currentTarget }) => changeNow({ method: currentTarget.value as ForecastMethod })}
                />
                <NativeSelect
                  size="xs"
                  aria-label="Months"
                  value={String(details.months)}
                  disabled={save.isPending || isDirty}
                  data={Array.from({ length: FORECAST.mostMonths }, (_, index) => ({
                    value: String(index + 1),
                    label: `${index + 1} ${index === 0 ? 'month' : 'months'}`,
                  }))}
                  onChange={({ currentTarget }) => changeNow({ months: Number(currentTarget.value) })}
                />
                <Button
                  size="xs"
                  variant="default"
                  loading={build.isPending}
                  disabled={isDirty}
                  onClick={() => build.mutate([lineItem])}
                >
                  Build again
                </Button>
              </>
            )}
            {mayDelete && (
              <Button size="xs" variant="subtle" color="gray" onClick={() => setDeleting(true)}>
                Delete
              </Button>
            )}
          </Group>
        }
      >
        <Chart label={fanLabel(details)} option={option} height={280} />
        <Facts
          facts={[
            ['Forecast, all months', formatKpi(kpi, details.total.forecast)],
            ['Target, all months', formatKpi(kpi, details.total.target)],
            ['Bias', details.accuracy.bias === null ? '–' : `${Math.round(details.accuracy.bias) || 0} %`],
            ['Months tested', String(details.accuracy.monthsTested)],
            [
              'Matured',
              details.percentMatured === null ? '–' : `${wholePercent(details.percentMatured)} % of a year’s inquiries`,
            ],
            [
              'Built',
              `${formatInstant(details.builtAt, localZone())}, from ${monthText(details.baselineFrom)} to ${monthText(details.baselineTo)}`,
            ],
          ]}
        />
      </SectionCard>
      <SectionCard
        title={`${KPIS[kpi]} by month`}
        note="A plan changes all figures of the line item. An override replaces this figure’s forecast and needs a note; costs and outcomes follow."
        action={
          mayChange && (
            <Group gap={8}>
              <Button size="xs" variant="default" disabled={!isDirty} onClick={forget}>
                Discard
              </Button>
              <Button
                size="xs"
                aria-keyshortcuts="Control+S"
                loading={save.isPending}
                disabled={!isDirty}
                onClick={submit}
              >
                Save
              </Button>
            </Group>
          )
        }
      >
        <div role="alert">
          {problem !== null && <p className={classes.failed}>{problem}</p>}
          {save.error !== null && (
            <Failed
              error={save.error}
              onReload={() => {
                forget();
                void reload();
              }}
            />
          )}
        </div>
        <MonthsTable
          details={details}
          drafts={drafts}
          mayChange={mayChange}
          onDraft={(month, draft) => setDrafts((now) => ({ ...now, [month]: draft }))}
        />
        <RateFields details={details} drafts={rateDrafts} mayChange={mayChange} onDraft={setRateDrafts} />
        <Textarea
          label="Notes"
          mt="sm"
          autosize
          minRows={2}
          maxLength={2_000}
          readOnly={!mayChange}
          value={notes ?? details.notes}
          onChange={({ currentTarget }) => setNotes(currentTarget.value)}
        />
      </SectionCard>
      <Curve
        details={details}
        planned={plan.plannedSpend[curveMonth] ?? details.curve?.spend ?? 0}
        onPlan={
          mayChange
            ? (month, spend) =>
                setDrafts((now) => ({ ...now, [month]: { ...now[month], plannedSpend: String(spend) } }))
            : null
        }
      />
      <WhatIfs details={details} plan={plan} mayChange={mayChange} onUse={use} />
      <ConfirmDialog
        isOpen={isDeleting}
        title={`Delete the forecast of ${details.lineItemName}?`}
        text="Its plans, overrides and what-ifs are deleted for everyone. You can build it again."
        action="Delete"
        isGrave
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate(lineItem, { onSuccess: onDeleted })}
        onClose={() => setDeleting(false)}
      />
    </Stack>
  );
};
