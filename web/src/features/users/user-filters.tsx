import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/session-store.ts';
import classes from './user-filters.module.css';
import { TYPE_OPTIONS } from './user-kinds.ts';
import type { UserSearch } from './user-search.ts';

interface UserFiltersProps {
  filters: UserSearch;
  onChange: (change: UserSearch) => void;
}

const TYPING_MS = 250;
const STATUSES = [
  { value: '', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Deactivated' },
];

export const UserFilters = ({ filters, onChange }: UserFiltersProps) => {
  const owners = useSession((state) => state.owners) ?? [];
  // Its own state, because the address follows a moment later and a controlled box would drop letters.
  const [text, setText] = useState(filters.q ?? '');
  const find = useDebouncedCallback((q: string) => onChange({ q: q.trim() || undefined }), TYPING_MS);
  const type = (typed: string) => {
    setText(typed);
    find(typed);
  };
  const isFiltered = Boolean(filters.type ?? filters.status ?? filters.owner ?? filters.q);
  const clear = () => {
    setText('');
    onChange({ type: undefined, status: undefined, owner: undefined, q: undefined });
  };
  return (
    <search className={classes.filters}>
      <TextInput
        className={classes.text}
        aria-label="Search users"
        placeholder="Name, user name or email"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <NativeSelect
        aria-label="Kind"
        data={[{ value: '', label: 'All kinds' }, ...TYPE_OPTIONS]}
        value={filters.type ?? ''}
        onChange={(event) => onChange({ type: (event.currentTarget.value || undefined) as UserSearch['type'] })}
      />
      <NativeSelect
        aria-label="Status"
        data={STATUSES}
        value={filters.status ?? ''}
        onChange={(event) => onChange({ status: (event.currentTarget.value || undefined) as UserSearch['status'] })}
      />
      <NativeSelect
        aria-label="Owner"
        className={classes.owner}
        data={[{ value: '', label: 'All owners' }, ...owners.map(({ name }) => ({ value: name, label: name }))]}
        value={filters.owner ?? ''}
        onChange={(event) => onChange({ owner: event.currentTarget.value || undefined })}
      />
      {isFiltered && (
        <Button variant="subtle" onClick={clear}>
          Clear
        </Button>
      )}
    </search>
  );
};
