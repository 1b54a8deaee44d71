import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { CAMPAIGN_STATUSES, STATUS_GROUPS, SUB_STATUSES, type UserGroup } from '@paceline/contract';
import { useState } from 'react';
import { useSession } from '../../../lib/session-store.ts';
import { FilterBar } from '../../../shared/filter-bar/filter-bar.tsx';
import type { FilterName } from '../../../shared/filter-bar/filter-search.ts';
import { type CampaignSearch, STATUS_GROUP_KEYS } from './campaign-search.ts';
import classes from './list-view.module.css';

interface ListFiltersProps {
  group: UserGroup;
  filters: readonly FilterName[];
  search: CampaignSearch;
  onChange: (change: CampaignSearch) => void;
}

const TYPING_MS = 200;

/** Deleted ones are the agency's to see: it alone can bring them back. */
const statusOptions = (group: UserGroup) => [
  { value: '', label: 'Any status' },
  {
    group: 'Groups',
    items: STATUS_GROUP_KEYS.map((value) => ({ value: value as string, label: STATUS_GROUPS[value] })),
  },
  {
    group: 'One status',
    items: SUB_STATUSES.filter((code) => group === 'ag' || code !== 'DELETED').map((value) => ({
      value: value as string,
      label: CAMPAIGN_STATUSES[value].label,
    })),
  },
];

const OwnerSelect = ({ search, onChange }: Pick<ListFiltersProps, 'search' | 'onChange'>) => {
  const owners = useSession((state) => state.owners) ?? [];
  return (
    <NativeSelect
      className={classes.choice}
      size="xs"
      aria-label="School group"
      data={[
        { value: '', label: 'All school groups' },
        ...owners.map((owner) => ({ value: String(owner.ownerKey), label: owner.name })),
      ]}
      value={String(search.owner ?? '')}
      onChange={(event) => onChange({ owner: Number(event.currentTarget.value) || undefined })}
    />
  );
};

export const ListFilters = ({ group, filters, search, onChange }: ListFiltersProps) => {
  // Its own state, because the address follows a moment later and a controlled box would drop letters.
  const [code, setCode] = useState(search.code ?? '');
  const find = useDebouncedCallback((typed: string) => onChange({ code: typed.trim() || undefined }), TYPING_MS);
  return (
    <FilterBar filters={filters}>
      {group === 'mp' && <OwnerSelect search={search} onChange={onChange} />}
      <NativeSelect
        className={classes.choice}
        size="xs"
        aria-label="Status"
        data={statusOptions(group)}
        value={search.status ?? ''}
        onChange={(event) => onChange({ status: (event.currentTarget.value || undefined) as CampaignSearch['status'] })}
      />
      <TextInput
        className={classes.code}
        size="xs"
        aria-label="Code begins with"
        placeholder="Code begins with"
        maxLength={30}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value);
          find(event.currentTarget.value);
        }}
      />
    </FilterBar>
  );
};
