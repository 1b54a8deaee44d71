import { Button, Flex, NativeSelect, TextInput } from '@mantine/core';
import type { AnyList, ListFilter } from '@paceline/contract';
import type { ReactNode } from 'react';
import { FilterSelect } from '../filter-bar/filter-select.tsx';
import { searchFilterOf } from './list-search.ts';
import { useTypedText } from '../../ui/forms/use-typed-text.ts';
import classes from './list.module.css';
import type { ListAddress } from './use-list-address.ts';

type Choice = { value: string; label: string };

/** How a list's filter is shown. */
interface FilterControl {
  label: string;
  /** The choices; by default the declaration's values. Groups have a heading. */
  options?: readonly (Choice | { group: string; items: Choice[] })[];
  /** Placeholder when nothing is chosen: "All kinds". */
  all?: string;
}
export type FilterControls = Readonly<Record<string, FilterControl>>;

interface ControlProps {
  filter: ListFilter;
  control: FilterControl;
  text: string | undefined;
  onText: (text: string | undefined) => void;
}

const TYPING_MS = 200;

const TextFilter = ({ control: { label }, text, onText }: ControlProps) => {
  const { typed, type } = useTypedText(text ?? '', (next) => onText(next || undefined), TYPING_MS);
  return (
    <TextInput
      className={classes.text}
      size="xs"
      aria-label={label}
      placeholder={label}
      maxLength={200}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
};

const SelectFilter = ({ control: { label, options = [], all }, text, onText }: ControlProps) => (
  <NativeSelect
    className={classes.choice}
    size="xs"
    aria-label={label}
    data={[{ value: '', label: all ?? label }, ...options]}
    value={text ?? ''}
    onChange={(event) => onText(event.currentTarget.value || undefined)}
  />
);

const flat = (options: FilterControl['options'] = []): Choice[] =>
  options.flatMap((option) => ('group' in option ? option.items : [option]));

const SeveralFilter = ({ control: { label, options }, text, onText }: ControlProps) => {
  const chosen = text?.split(',') ?? [];
  const all = flat(options).map(({ value, label: name }) => ({ key: value, name, isOld: false }));
  const names = all.filter(({ key }) => chosen.includes(key)).map(({ name }) => name);
  const summary =
    chosen.length === 0 ? null : chosen.length === 1 ? (names[0] ?? '1 selected') : `${chosen.length} selected`;
  return (
    <FilterSelect
      filter={{ name: label as never, label, options: all, chosen, summary }}
      onChange={(keys) => onText(keys.length > 0 ? keys.join(',') : undefined)}
    />
  );
};

const DaysFilter = ({ control: { label }, text, onText }: ControlProps) => {
  const [from = '', to = ''] = text?.split('..') ?? [];
  const day = (name: string, value: string, set: (day: string) => string) => (
    <TextInput
      className={classes.day}
      size="xs"
      type="date"
      aria-label={`${label} ${name}`}
      value={value}
      onChange={(event) => {
        const next = set(event.currentTarget.value);
        onText(next === '..' ? undefined : next);
      }}
    />
  );
  return (
    <span className={classes.days}>
      <span aria-hidden="true">{label}</span>
      {day('from', from, (next) => `${next}..${to}`)}
      <span aria-hidden="true">to</span>
      {day('to', to, (next) => `${from}..${next}`)}
    </span>
  );
};

const DayFilter = ({ control: { label }, text, onText }: ControlProps) => (
  <span className={classes.days}>
    <span aria-hidden="true">{label}</span>
    <TextInput
      className={classes.day}
      size="xs"
      type="date"
      aria-label={label}
      value={text ?? ''}
      onChange={(event) => onText(event.currentTarget.value || undefined)}
    />
  </span>
);

const FLAG = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];

const Control = (props: ControlProps) => {
  const { filter, control } = props;
  const options = control.options ?? filter.values.map((value) => ({ value, label: value }));
  if (filter.kind === 'day') return <DayFilter {...props} />;
  if (filter.kind === 'days') return <DaysFilter {...props} />;
  if (filter.kind === 'flag') return <SelectFilter {...props} control={{ options: FLAG, ...control }} />;
  if (filter.kind === 'anyOf' || filter.kind === 'keys')
    return <SeveralFilter {...props} control={{ ...control, options }} />;
  return options.length > 0 ? <SelectFilter {...props} control={{ ...control, options }} /> : <TextFilter {...props} />;
};

interface ListFiltersProps {
  list: AnyList;
  controls: FilterControls;
  address: ListAddress;
  renderBar?: ((controls: readonly ReactNode[], address: ListAddress) => ReactNode) | undefined;
}

/** A list's filters by kind. The choice is stored in the address. */
export const ListFilters = ({ list, controls, address, renderBar }: ListFiltersProps) => {
  const names = Object.keys(controls);
  const search = searchFilterOf(list);
  const clearable = search === null ? names : [...names, search];
  const isFiltered = clearable.some((name) => address.textOf(name) !== undefined);
  const shown = names.map((name) => {
    const [filter, control] = [list.list.filters[name], controls[name]];
    return (
      filter &&
      control && (
        <Control
          key={name}
          {...{ filter, control }}
          text={address.textOf(name)}
          onText={(text) => address.set({ [name]: text })}
        />
      )
    );
  });
  if (renderBar) return renderBar(shown, address);
  if (names.length === 0) return null;
  return (
    <Flex component="search" gap={8} align="center" wrap="wrap" flex="none" mb={12} aria-label="Filters">
      {shown}
      {isFiltered && (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => address.set(Object.fromEntries(clearable.map((name) => [name, undefined])))}
        >
          Clear
        </Button>
      )}
    </Flex>
  );
};
