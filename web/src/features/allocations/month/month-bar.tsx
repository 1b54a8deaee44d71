import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSession } from '../../../lib/session/session-store.ts';
import { FilterBar } from '../../../shared/filter-bar/filter-bar.tsx';
import type { FilterName } from '../../../shared/filter-bar/filter-search.ts';
import { FILTER_NAMES } from '../../../shared/filter-bar/prepare-filters.ts';
import { ALL_OWNERS } from '../../../shared/insights-owner.tsx';
import { useFilters } from '../../../shared/filter-bar/use-filters.ts';
import type { MonthSearch } from './month-search.ts';
import classes from './month-view.module.css';

/** As many filters as fit on one line beside the switch. */
const FILTERS: readonly FilterName[] = ['brand', 'client', 'campus', 'channel', 'partner', 'lineItem'];
const PARTNER_FILTERS: readonly FilterName[] = ['client', 'campus'];

const useSearchChange = () => {
  const navigate = useNavigate();
  return (change: MonthSearch) =>
    void navigate({
      to: '.',
      search: ((now: MonthSearch) => ({ ...now, ...change })) as never,
      replace: true,
      resetScroll: false,
    });
};

const ViewSwitch = ({ view }: { view: MonthSearch['view'] }) => {
  const change = useSearchChange();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Rows"
      data={[
        { value: 'campaigns', label: 'Campaigns' },
        { value: 'lineitems', label: 'Line items' },
      ]}
      value={view ?? 'campaigns'}
      onChange={(value) => change({ view: value === 'lineitems' ? value : undefined })}
    />
  );
};

/** Narrows a media partner's month to one owner; by default it covers all. */
const OwnerSelect = ({ ownerKey }: { ownerKey: number | null }) => {
  const owners = useSession((state) => state.owners) ?? [];
  const change = useSearchChange();
  return (
    <NativeSelect
      w={190}
      size="xs"
      aria-label="School group"
      data={[
        { value: '', label: ALL_OWNERS },
        ...owners.map((owner) => ({ value: String(owner.ownerKey), label: owner.name })),
      ]}
      value={String(ownerKey ?? '')}
      onChange={(event) => change({ owner: Number(event.currentTarget.value) || undefined })}
    />
  );
};

interface MonthBarProps {
  isPartner: boolean;
  ownerKey: number | null;
  view: MonthSearch['view'];
  onlyChanged: { isOn: boolean; toggle: () => void } | null;
}

export const MonthBar = ({ isPartner, ownerKey, view, onlyChanged }: MonthBarProps) => {
  const { values } = useFilters();
  const usual = isPartner ? PARTNER_FILTERS : FILTERS;
  // A link may set further filters: every active filter is shown.
  const others = FILTER_NAMES.filter((name) => values[name] !== undefined && !usual.includes(name));
  return (
    <div className={classes.bar}>
      <FilterBar campusOf="campaign" filters={[...usual, ...others]}>
        {isPartner ? <OwnerSelect ownerKey={ownerKey} /> : <ViewSwitch view={view} />}
        {onlyChanged && (
          <Button
            size="xs"
            px={9}
            variant={onlyChanged.isOn ? 'filled' : 'default'}
            aria-pressed={onlyChanged.isOn}
            onClick={onlyChanged.toggle}
          >
            Changed rows only
          </Button>
        )}
      </FilterBar>
    </div>
  );
};
