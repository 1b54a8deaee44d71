import { Box, Button, Text, TextInput } from '@mantine/core';
import {
  type AreaRecord,
  DEFAULT_MILES,
  type Dma,
  geoText,
  isWholeUs,
  MIN_MILES,
  MAX_MILES,
  MAX_ZIPS,
  NO_LIMIT,
} from '@paceline/contract';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { formatCount, formatInstant } from '../../../lib/text/format.ts';
import { RecordForm } from '../../../shared/form/record-form.tsx';
import type { FieldProblem } from '../../../shared/form/prepare-refusal.ts';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { toast } from '../../../ui/toast/toast-store.ts';
import { useScheme } from '../../../ui/theme/use-scheme.ts';
import { readArea, useSaveArea } from './api.ts';
import type { Picked } from './area-map.tsx';
import classes from './geo.module.css';
import { PlaceList } from './place-list.tsx';
import {
  areaOf,
  areaRule,
  type AreaValues,
  countArea,
  countText,
  putZips,
  savedArea,
  type Side,
  togglePlace,
  toZips,
  valuesOf,
} from './prepare-area.ts';
import type { ZipTable } from './prepare-table.ts';

/** The shapes of three thousand counties load with the map only. */
const AreaMap = lazy(async () => ({ default: (await import('./area-map.tsx')).AreaMap }));

const formProblems = ({ miles, zips, outZips }: AreaValues): FieldProblem[] => [
  ...(miles !== '' && !(Number(miles) >= MIN_MILES && Number(miles) <= MAX_MILES)
    ? [{ path: 'miles', message: `Enter ${MIN_MILES} to ${MAX_MILES} miles, or leave it empty for no radius.` }]
    : []),
  ...(['zips', 'outZips'] as const)
    .filter((name) => toZips({ zips, outZips }[name]).length > MAX_ZIPS)
    .map((path) => ({ path, message: `At most ${formatCount(MAX_ZIPS)} ZIP codes. Use states or counties instead.` })),
];

interface AreaFormProps {
  record: AreaRecord;
  table: ZipTable;
  source: string;
  dmas: readonly Dma[];
  canSave: boolean;
}

/** Edits the area of a campus or program: painted, searched, typed or pasted; counts follow the form. */
export const AreaForm = ({ record, table, source, dmas, canSave }: AreaFormProps) => {
  const { campusKey, campusName, programKey, programName, inherited, at } = record;
  const [side, setSide] = useState<Side>('include');
  const [focus, setFocus] = useState<readonly [number, number] | null>(null);
  const { scheme } = useScheme();
  const save = useSaveArea();
  const state = useRecordForm<AreaValues, AreaRecord>({
    stored: record,
    newValues: () => valuesOf({ area: null, programKey }),
    valuesOf,
    versionOf: ({ rowVersion }) => rowVersion,
    problems: formProblems,
    rule: () => areaRule,
    savedBy: ({ savedBy, savedAt }) => ({ by: savedBy ?? 'Paceline', at: savedAt }),
    drafts: useTabDrafts(`geo.${campusKey}.${programKey ?? ''}`),
    load: readArea,
    save: (values, stored) => save(stored ?? record, savedArea(values, record)),
    onSaved: ({ area }) =>
      toast.success(
        area === null && programKey !== null
          ? `${programName} has the area of ${campusName} again.`
          : `The area of ${programName ?? campusName} is saved.`,
      ),
    // Most server errors belong to no input: they are shown at the end of the form.
    pathOf: (field) => (field === 'area.radius' ? 'miles' : null),
  });
  const { form, isDirty, isSaving } = state;
  const values = useWatch({ control: form.control }) as AreaValues;
  const change = (changes: Partial<AreaValues>) => {
    for (const name of Object.keys(changes) as (keyof AreaValues)[])
      form.setValue(name, changes[name] as never, { shouldDirty: true, shouldValidate: name === 'miles' });
  };
  const shown = useMemo(
    () => (values.isOwn ? areaOf(values, campusKey) : (inherited ?? NO_LIMIT)),
    [values, campusKey, inherited],
  );
  const dmaOf = useMemo(() => {
    const byCounty = new Map(dmas.flatMap(({ dma, counties }) => counties.map((fips) => [fips, dma] as const)));
    return (fips: string) => byCounty.get(fips) ?? null;
  }, [dmas]);
  const counted = useMemo(() => countArea(shown, table, record, dmaOf), [shown, table, record, dmaOf]);
  const drawn = useMemo(
    () => ({ values: valuesOf({ area: shown, programKey }), at, kinds: counted.kinds, isInherited: !values.isOwn }),
    [shown, programKey, at, counted, values.isOwn],
  );
  const summary = geoText(shown, campusName);
  const isLocked = !canSave || !values.isOwn;
  const pick = (picked: Picked) => {
    if ('zips' in picked) {
      const here = new Set(toZips(side === 'include' ? values.zips : values.outZips));
      change(putZips(values, picked.zips, here.has(picked.zips[0] ?? '') ? null : side));
    } else change(togglePlace(values, side, picked));
  };
  const find = (zip: string) => {
    const row = table.rowOf.get(zip);
    const point = row === undefined ? null : ([table.xs[row] ?? Number.NaN, table.ys[row] ?? Number.NaN] as const);
    if (point !== null && !Number.isNaN(point[0])) setFocus(point);
  };
  const problem = form.formState.errors.zips?.message ?? form.formState.errors.outZips?.message;
  return (
    <RecordForm
      state={state}
      what="this area"
      lock={canSave ? null : 'You can view areas but not change them.'}
      buttons={
        <>
          <Button variant="default" disabled={!isDirty || isSaving} onClick={() => form.reset()}>
            Discard changes
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            Save
          </Button>
        </>
      }
    >
      <div className={classes.summary}>
        <Box role="status" component="p" fz={18}>
          <strong>{countText(counted)}</strong>
        </Box>
        <p>{summary}</p>
        {record.leads.withoutZip > 0 && (
          <Text inherit c="dimmed" fz={13}>
            {formatCount(record.leads.withoutZip)} leads of these days tell no ZIP code.
          </Text>
        )}
        {programKey !== null && (
          <p>
            {values.isOwn ? `${programName} has an area of its own. ` : `Inherits ${campusName}. `}
            <Button
              size="compact-xs"
              variant="default"
              disabled={!canSave}
              onClick={() =>
                change(values.isOwn ? { isOwn: false } : { ...valuesOf({ area: inherited, programKey }), isOwn: true })
              }
            >
              {values.isOwn ? `Inherit ${campusName}` : 'Override'}
            </Button>
          </p>
        )}
        {values.isOwn && isWholeUs(shown) && at !== null && (
          <Button size="compact-xs" variant="default" onClick={() => change({ miles: String(DEFAULT_MILES) })}>
            Start with {DEFAULT_MILES} miles around {campusName}
          </Button>
        )}
        {record.savedAt !== null && (
          <Text inherit c="dimmed" fz={13}>
            Saved by {record.savedBy ?? 'Paceline'}, {formatInstant(record.savedAt, record.timeZone)}
          </Text>
        )}
        {problem !== undefined && (
          <Box component="p" c="var(--mantine-color-error)" data-refused tabIndex={-1}>
            {problem}
          </Box>
        )}
      </div>
      <div className={classes.panes}>
        <Suspense fallback={<div className={classes.mapLoading} />}>
          <AreaMap
            key={scheme}
            table={table}
            drawn={drawn}
            side={side}
            label={`Map of the United States: ${summary}, ${countText(counted)}`}
            isLocked={isLocked}
            focus={focus}
            onPick={pick}
            onStroke={(zips, onto) => change(putZips(values, zips, onto))}
            onMiles={(miles) => change({ miles: String(miles) })}
          />
        </Suspense>
        {!isLocked && (
          <div className={classes.side}>
            {at !== null && (
              <TextInput
                label="Miles around the campus"
                placeholder="No radius"
                inputMode="decimal"
                autoComplete="off"
                value={values.miles}
                error={form.formState.errors.miles?.message}
                onChange={(event) => change({ miles: event.currentTarget.value.trim() })}
              />
            )}
            <PlaceList
              table={table}
              dmas={dmas}
              values={values}
              side={side}
              onSide={setSide}
              onChange={change}
              onFind={find}
            />
          </div>
        )}
      </div>
      <ul className={classes.legend} aria-label="Legend">
        <li data-kind="included">Included</li>
        <li data-kind="excluded">Excluded</li>
        <li data-kind="inherited">Inherited</li>
        <li data-kind="radius">Radius</li>
      </ul>
      <Text inherit c="dimmed" fz={13}>
        {source}
      </Text>
    </RecordForm>
  );
};
