import { Button, Checkbox, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import {
  type Campus,
  DEFAULT_MILES,
  type Geo,
  geoText,
  US_STATE_CODES,
  US_STATES,
  type UsState,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { SectionCard } from '../../../../ui/pieces/section-card.tsx';
import { campusesQuery } from '../api.ts';
import { keepEnter } from '../keep-enter.ts';
import { countText, geoNotes, partlyIn, type Side, toggleState } from './prepare-geo.ts';
import { zipsByState } from './prepare-zips.ts';
import { LazyStateMap } from './lazy-state-map.tsx';
import classes from './step-geo.module.css';
import type { CampaignFormApi } from '../use-campaign-form.ts';
import { type CountedGeo, useGeoCount } from './use-geo-count.ts';
import { ZipEditor } from './zip-editor.tsx';

interface PartProps {
  form: CampaignFormApi;
  geo: Geo;
  onChange: (geo: Geo) => void;
}

const StateList = ({ geo, side, onChange }: Pick<PartProps, 'geo' | 'onChange'> & { side: Side }) => {
  const [text, setText] = useState('');
  const id = useId();
  const chosen: readonly UsState[] = side === 'include' ? geo.states : geo.exclude.states;
  const other: readonly UsState[] = side === 'include' ? geo.exclude.states : geo.states;
  const states = US_STATE_CODES.filter((state) =>
    `${US_STATES[state]} ${state.slice(3)}`.toLowerCase().includes(text.trim().toLowerCase()),
  );
  return (
    <div role="group" aria-labelledby={id} className={classes.states}>
      <p id={id} className={classes.label}>
        {side === 'include' ? 'Included states' : 'Excluded states'}
      </p>
      <TextInput
        size="xs"
        aria-label="Search states"
        placeholder="Search"
        value={text}
        onKeyDown={keepEnter}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.stateList}>
        {states.map((state) => (
          <Checkbox
            key={state}
            size="xs"
            label={US_STATES[state]}
            description={other.includes(state) ? (side === 'include' ? 'excluded now' : 'included now') : undefined}
            checked={chosen.includes(state)}
            onChange={() => onChange(toggleState(geo, state, side))}
          />
        ))}
      </div>
    </div>
  );
};

const Radius = ({ form, geo, onChange, campuses }: PartProps & { campuses: readonly Campus[] }) => {
  const [miles, setMiles] = useState(String(geo.radius?.miles ?? DEFAULT_MILES));
  const ground = campuses.filter(
    ({ virtual, active, campusKey }) => !virtual && (active || campusKey === geo.radius?.campusKey),
  );
  const set = (campusKey: number | null, text: string) =>
    onChange({ ...geo, radius: campusKey === null ? null : { campusKey, miles: Number(text) } });
  return (
    <div className={classes.radius}>
      <NativeSelect
        label="Radius around a campus"
        data={[
          { value: '', label: 'No radius' },
          ...ground.map(({ campusKey, campusName, state }) => ({
            value: String(campusKey),
            label: state === null ? campusName : `${campusName}, ${state}`,
          })),
        ]}
        value={geo.radius === null ? '' : String(geo.radius.campusKey)}
        onChange={(event) => set(event.currentTarget.value === '' ? null : Number(event.currentTarget.value), miles)}
      />
      <TextInput
        label="Miles"
        inputMode="decimal"
        autoComplete="off"
        disabled={geo.radius === null}
        value={miles}
        error={form.errorOf('geo.radius')}
        onBlur={() => form.touch('geo.radius')}
        onChange={(event) => {
          setMiles(event.currentTarget.value);
          set(geo.radius?.campusKey ?? null, event.currentTarget.value);
        }}
      />
    </div>
  );
};

const Dmas = ({ form, geo, onChange }: PartProps) => {
  // Own state for the text: deriving it from the codes would remove a comma just typed.
  const [text, setText] = useState(geo.dmas.join(', '));
  return (
    <TextInput
      label="DMA codes"
      description="Numbers from 500 to 999, with commas between them"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      autoComplete="off"
      value={text}
      error={form.errorOf('geo.dmas')}
      onBlur={() => form.touch('geo.dmas')}
      onChange={(event) => {
        setText(event.currentTarget.value);
        const codes = event.currentTarget.value.split(/[\s,;]+/).filter(Boolean);
        // Non-numbers become 0, which is refused.
        onChange({ ...geo, dmas: [...new Set(codes.map((code) => (/^\d{1,4}$/.test(code) ? Number(code) : 0)))] });
      }}
    />
  );
};

/** The number of ZIP codes of the chosen places, with warnings. */
const Counted = ({ geo, counted: { count, isOld, isFailed, retry } }: { geo: Geo; counted: CountedGeo }) => (
  <div className={classes.counted} role="status">
    {isFailed && (
      <p>
        The ZIP codes could not be counted.{' '}
        <Button size="compact-xs" variant="subtle" onClick={retry}>
          Retry
        </Button>
      </p>
    )}
    {count !== null && <p data-old={isOld || undefined}>{countText(count)}</p>}
    {count !== null &&
      !isOld &&
      geoNotes(geo, count).map((note) => (
        <p key={note} className={classes.note}>
          {note}
        </p>
      ))}
  </div>
);

/** Where leads may live: states, ZIP codes, DMAs and a radius around a campus. */
export const StepGeo = ({ form, clientKey }: { form: CampaignFormApi; clientKey: number | null }) => {
  const [side, setSide] = useState<Side>('include');
  const { geo, campaignCode } = form.values;
  const { data: campuses = [] } = useQuery({ ...campusesQuery(clientKey ?? 0), enabled: clientKey !== null });
  const onChange = (next: Geo) => form.change({ geo: next });
  const campus = campuses.find(({ campusKey }) => campusKey === geo.radius?.campusKey);
  const summary = geoText(geo, campus?.campusName);
  const counted = useGeoCount(form.values, clientKey);
  const { count } = counted;
  const zips =
    count === null
      ? new Map(zipsByState(geo.zips).map(({ state, count: listed }) => [state, listed]))
      : partlyIn(geo, count);
  return (
    <SectionCard
      title="Places"
      note="Where leads may live. Nothing included means no limit: whole US. Excluded places are always refused."
    >
      <p className={classes.summary}>{summary}</p>
      <Counted geo={geo} counted={counted} />
      <div className={classes.sides}>
        <SegmentedControl
          aria-label="Selecting a state"
          value={side}
          onChange={(value) => setSide(value)}
          data={[
            { value: 'include', label: 'Include states' },
            { value: 'exclude', label: 'Exclude states' },
          ]}
        />
        <ul className={classes.legend} aria-label="Legend">
          <li data-kind="included">Included</li>
          <li data-kind="zips">In part (ZIP codes)</li>
          <li data-kind="excluded">Excluded</li>
          {geo.radius !== null && <li data-kind="radius">Radius</li>}
        </ul>
      </div>
      <div className={classes.where}>
        <LazyStateMap
          label={`Map of the United States: ${summary}`}
          included={geo.states}
          excluded={geo.exclude.states}
          zips={zips}
          circle={geo.radius === null ? null : (count?.circle ?? null)}
          onPick={(state) => onChange(toggleState(geo, state, side))}
        />
        <StateList key={side} geo={geo} side={side} onChange={onChange} />
      </div>
      <div className={classes.more}>
        <Radius form={form} geo={geo} onChange={onChange} campuses={campuses} />
        <Dmas form={form} geo={geo} onChange={onChange} />
        <ZipEditor
          title="Included"
          zips={geo.zips}
          error={form.errorOf('geo.zips')}
          fileName={`${campaignCode || 'campaign'}-zips.csv`}
          onChange={(next) => onChange({ ...geo, zips: next })}
        />
        <ZipEditor
          title="Excluded"
          zips={geo.exclude.zips}
          error={form.errorOf('geo.exclude.zips')}
          fileName={`${campaignCode || 'campaign'}-excluded-zips.csv`}
          onChange={(next) => onChange({ ...geo, exclude: { ...geo.exclude, zips: next } })}
        />
      </div>
    </SectionCard>
  );
};
