import { Button, Checkbox, Group, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type Dma, US_STATES } from '@paceline/contract';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import classes from './geo.module.css';
import { type AreaValues, putZips, type Side, togglePlace, toZips } from './prepare-area.ts';
import { findPlaces, readPasted, type ZipTable } from './prepare-table.ts';

interface PlaceListProps {
  table: ZipTable;
  dmas: readonly Dma[];
  values: AreaValues;
  side: Side;
  onSide: (side: Side) => void;
  onChange: (change: Partial<AreaValues>) => void;
  /** Called for a search: the map shows the first ZIP code found. */
  onFind: (zip: string) => void;
}

const MAX_SHOWN = 100;

interface Item {
  id: string;
  label: string;
  note: string;
  isIn: boolean;
  isOut: boolean;
  toggle: () => void;
}

/** Arrow keys move through the list; Space toggles the checkbox. */
const walk = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const boxes = [...(event.currentTarget.closest('[role="group"]')?.querySelectorAll<HTMLInputElement>('input') ?? [])];
  const next = boxes[boxes.indexOf(event.currentTarget) + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
};

const Paste = ({ table, side, values, onChange }: Pick<PlaceListProps, 'table' | 'side' | 'values' | 'onChange'>) => {
  const [text, setText] = useState('');
  const [said, setSaid] = useState('');
  const add = () => {
    const { zips, unknown, twice } = readPasted(text, table);
    onChange(putZips(values, zips, side));
    setSaid(`${formatCount(zips.length)} found, ${formatCount(unknown)} unknown, ${formatCount(twice)} twice`);
    setText('');
  };
  return (
    <Stack gap={8}>
      <Textarea
        label="Paste ZIP codes"
        placeholder="44101, 44102 … or a column of a spreadsheet"
        rows={3}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button size="xs" variant="default" disabled={text.trim() === ''} onClick={add}>
        {side === 'include' ? 'Add ZIP codes' : 'Exclude ZIP codes'}
      </Button>
      <Text inherit c="dimmed" fz={13} role="status">
        {said}
      </Text>
    </Stack>
  );
};

/** The keyboard equivalent of the map: search, Space and paste. */
export const PlaceList = (props: PlaceListProps) => {
  const { table, dmas, values, side, onSide, onChange, onFind } = props;
  const [term, setTerm] = useState('');
  const query = useDeferredValue(term);
  const places = useMemo(() => findPlaces(table, query), [table, query]);
  const [zips, outZips] = useMemo(
    () => [new Set(toZips(values.zips)), new Set(toZips(values.outZips))],
    [values.zips, values.outZips],
  );
  const here = side === 'include' ? zips : outZips;
  const wanted = query.trim().toLowerCase();
  const foundDmas = dmas.filter(
    ({ dma, name }) => wanted !== '' && (name.toLowerCase().includes(wanted) || String(dma).startsWith(wanted)),
  );
  const items: Item[] = [
    ...places.states.map((state) => ({
      id: state,
      label: US_STATES[state],
      note: 'State',
      isIn: values.states.includes(state),
      isOut: values.outStates.includes(state),
      toggle: () => onChange(togglePlace(values, side, { state })),
    })),
    ...foundDmas.map(({ dma, name, counties }) => ({
      id: `dma${dma}`,
      label: `${name} (${dma})`,
      note: `DMA, ${formatCount(counties.length)} counties`,
      isIn: values.dmas.includes(dma),
      isOut: values.outDmas.includes(dma),
      toggle: () => onChange(togglePlace(values, side, { dma })),
    })),
    ...places.counties.map(({ fips, name, state, zips: count }) => ({
      id: `county${fips}`,
      label: `${name}, ${state.slice(3)}`,
      note: `County, ${formatCount(count)} ZIP codes`,
      isIn: values.counties.includes(fips),
      isOut: values.outCounties.includes(fips),
      toggle: () => onChange(togglePlace(values, side, { fips })),
    })),
    ...places.zips.slice(0, MAX_SHOWN).map(({ zip, place, state }) => ({
      id: zip,
      label: zip,
      note: `${place}, ${state.slice(3)}`,
      isIn: zips.has(zip),
      isOut: outZips.has(zip),
      toggle: () => onChange(putZips(values, [zip], here.has(zip) ? null : side)),
    })),
  ].slice(0, MAX_SHOWN);
  const total = places.states.length + foundDmas.length + places.counties.length + places.zips.length;
  const all = places.zips.map(({ zip }) => zip);
  return (
    <div className={classes.list}>
      <SegmentedControl
        size="xs"
        aria-label="Choosing a place"
        value={side}
        onChange={onSide}
        data={[
          { value: 'include' as const, label: 'Include' },
          { value: 'exclude' as const, label: 'Exclude' },
        ]}
      />
      <TextInput
        label="Search places"
        placeholder="State, county, DMA, city or ZIP code"
        value={term}
        onChange={(event) => setTerm(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            // Prevents the form's Enter, which would save.
            event.preventDefault();
            const first = places.zips[0]?.zip ?? table.zips.find(({ fips }) => fips === places.counties[0]?.fips)?.zip;
            if (first !== undefined) onFind(first);
          }
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          event.currentTarget
            .closest(`.${classes.list}`)
            ?.querySelector<HTMLInputElement>('[role="group"] input')
            ?.focus();
        }}
      />
      {all.length > 1 && (
        <Group gap={4}>
          <Button size="compact-xs" variant="default" onClick={() => onChange(putZips(values, all, side))}>
            {side === 'include' ? 'Include' : 'Exclude'} all {formatCount(all.length)} ZIP codes found
          </Button>
          <Button size="compact-xs" variant="subtle" onClick={() => onChange(putZips(values, all, null))}>
            Remove them
          </Button>
        </Group>
      )}
      <ScrollFrame label="Places found" height={320}>
        <div className={classes.found}>
          {items.map(({ id, label, note, isIn, isOut, toggle }) => (
            <Checkbox
              key={id}
              size="xs"
              label={label}
              description={
                isOut && side === 'include'
                  ? `${note}, excluded`
                  : isIn && side === 'exclude'
                    ? `${note}, included`
                    : note
              }
              checked={side === 'include' ? isIn : isOut}
              onChange={toggle}
              onKeyDown={walk}
            />
          ))}
          {items.length === 0 && (
            <Text inherit c="dimmed" fz={13}>
              No place found.
            </Text>
          )}
        </div>
      </ScrollFrame>
      {total > items.length && (
        <Text inherit c="dimmed" fz={13}>
          {formatCount(items.length)} of {formatCount(total)} shown.
        </Text>
      )}
      <Paste {...props} />
    </div>
  );
};
