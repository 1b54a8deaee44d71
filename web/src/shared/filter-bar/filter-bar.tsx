import { Button, Drawer, Flex, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { FilterOptions } from '@paceline/contract';
import { IconFilter, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './filter-bar.module.css';
import type { FilterKey, FilterName } from './filter-search.ts';
import { FilterSelect } from './filter-select.tsx';
import { afterChange, type CampusOf, prepareFilters } from './prepare-filters.ts';
import { useFilterOptions, useFilters } from './use-filters.ts';

interface FilterBarProps {
  /** The page's filters, in order. */
  filters: readonly FilterName[];
  /** Which campus the campus filter means. */
  campusOf: CampusOf;
  /** The page's own controls in the bar, such as a search box or a month. */
  children?: ReactNode;
}

const NO_OPTIONS: FilterOptions = {
  brands: [],
  clients: [],
  models: [],
  campuses: [],
  programs: [],
  channels: [],
  customChannels: [],
  partners: [],
  lineItems: [],
};

/** A page's filters. The choice is stored in the address, so that a link shows the same. */
export const FilterBar = ({ filters, campusOf, children }: FilterBarProps) => {
  const { data, error, isPending, refetch } = useFilterOptions();
  const { values, set } = useFilters();
  const [isOpen, { open, close }] = useDisclosure(false);
  const options = data ?? NO_OPTIONS;
  const prepared = prepareFilters(filters, options, values, campusOf);
  const active = prepared.filter(({ chosen }) => chosen.length > 0);
  const change = (name: FilterName, keys: readonly FilterKey[]) => set(afterChange(options, values, name, keys));
  const clearAll = () => set(Object.fromEntries(filters.map((name) => [name, undefined])));

  const selects = prepared.map((filter) => (
    <FilterSelect key={filter.name} filter={filter} onChange={(keys) => change(filter.name, keys)} />
  ));
  const clear = active.length > 0 && (
    <Button variant="subtle" size="xs" onClick={clearAll}>
      Clear all
    </Button>
  );
  return (
    <Flex component="search" gap={8} align="center" wrap="wrap" mb={12} aria-label="Filters" aria-busy={isPending}>
      {children}
      <div className={classes.wide}>
        {selects}
        {clear}
      </div>
      <div className={classes.narrow}>
        <Button variant="default" size="xs" leftSection={<IconFilter size={15} aria-hidden="true" />} onClick={open}>
          {active.length > 0 ? `Filters (${active.length})` : 'Filters'}
        </Button>
        {active.map(({ name, label, summary }) => (
          <UnstyledButton
            key={name}
            className={classes.chip}
            aria-label={`Remove the filter ${label}: ${summary}`}
            onClick={() => change(name, [])}
          >
            <span className={classes.words}>
              {label}: {summary}
            </span>
            <IconX size={13} aria-hidden="true" />
          </UnstyledButton>
        ))}
        {clear}
      </div>
      {error && !data && (
        <p className={classes.failed} role="alert">
          The filters could not be loaded. {error.message}{' '}
          <Button variant="subtle" size="compact-xs" onClick={() => void refetch()}>
            Try again
          </Button>
        </p>
      )}
      <Drawer opened={isOpen} onClose={close} title="Filters" size={320} padding="md">
        <div className={classes.stack}>{selects}</div>
        <Button fullWidth mt="md" onClick={close}>
          Show
        </Button>
      </Drawer>
    </Flex>
  );
};
