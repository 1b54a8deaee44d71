import { Box, Button, CloseButton, Collapse, Group, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { leadSearch } from '@paceline/contract';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { listQuestion } from '../../shared/list/list-search.ts';
import type { ListAddress } from '../../shared/list/use-list-address.ts';
import { useTypedText } from '../../ui/forms/use-typed-text.ts';
import { useLastSearch } from './api.ts';
import classes from './leads.module.css';
import { isPerson, lookupText } from './prepare-leads.ts';
import { SavedFilters } from './saved/saved-filters.tsx';

const TYPING_MS = 250;

/** `/` focuses the search box from anywhere on the page, except while typing. */
const useSlash = () => {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, textarea, select, [contenteditable]') !== null;
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      box.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return box;
};

const PLACEHOLDERS = {
  ag: 'Lead ID, email, phone, transaction ID',
  mp: 'Lead ID or transaction ID',
  cl: 'Lead ID, email, phone, your reference',
} as const;

/** One box for ids and people. An id goes into the address; an email or phone number stays in memory. */
const LookupBox = ({ address, hasPersons }: { address: ListAddress; hasPersons: boolean }) => {
  const person = useLastSearch((state) => state.person);
  const keyword = address.textOf('keyword') ?? person;
  const box = useSlash();
  const find = (text: string) => {
    const isOne = hasPersons && isPerson(text);
    useLastSearch.setState({ person: isOne ? text : '' });
    address.set({ keyword: isOne ? undefined : text || undefined });
  };
  const { typed, type } = useTypedText(keyword, find, TYPING_MS);
  const kind = lookupText(typed);
  const placeholder = PLACEHOLDERS[groupOfSession() ?? 'ag'];
  return (
    <div className={classes.lookup}>
      <TextInput
        ref={box}
        size="xs"
        aria-label="Find a lead"
        aria-describedby="lead-lookup-kind"
        placeholder={placeholder}
        maxLength={200}
        autoComplete="off"
        leftSection={<IconSearch size={15} aria-hidden="true" />}
        rightSection={
          typed === '' ? null : <CloseButton size="xs" aria-label="Clear the search" onClick={() => type('')} />
        }
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <span id="lead-lookup-kind" className={classes.kind} role="status">
        {kind ?? ''}
      </span>
    </div>
  );
};

/** Number of filters always visible; the others are behind a button. */
const ALWAYS = 4;
const NAMES = Object.keys(leadSearch.list.filters);

interface LeadBarProps {
  controls: readonly ReactNode[];
  address: ListAddress;
  /** Filters that are not in the address. */
  fixed: Readonly<Record<string, unknown>>;
}

export const LeadBar = ({ controls, address, fixed }: LeadBarProps) => {
  const isNarrow = useMediaQuery('(width < 640px)') ?? false;
  const person = useLastSearch((state) => state.person);
  const [isOpen, setOpen] = useState(false);
  const { search } = address;
  const { ownerKey } = fixed;
  // Saved for stepping through the leads on their own pages.
  useEffect(
    () => useLastSearch.setState({ question: { ...listQuestion(leadSearch, search), ...fixed } }),
    [search, fixed],
  );
  const inUse = NAMES.filter((name) => address.textOf(name) !== undefined);
  const hidden = isNarrow ? controls : controls.slice(ALWAYS);
  const isFiltered = inUse.length > 0 || person !== '';
  const clear = () => {
    useLastSearch.setState({ person: '' });
    address.set(Object.fromEntries(NAMES.map((name) => [name, undefined])));
  };
  return (
    <Box aria-label="Filters" component="search" flex="none">
      <Group gap={8} flex="none" mb={12}>
        <LookupBox address={address} hasPersons={'ownerKey' in fixed} />
        {!isNarrow && controls.slice(0, ALWAYS)}
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-controls="more-lead-filters"
          onClick={() => setOpen(!isOpen)}
        >
          {isNarrow ? `Filters${inUse.length > 0 ? ` (${inUse.length})` : ''}` : 'More filters'}
        </Button>
        {typeof ownerKey === 'number' && (
          <SavedFilters ownerKey={ownerKey} address={address} onApply={() => useLastSearch.setState({ person: '' })} />
        )}
        {isFiltered && (
          <Button variant="subtle" size="xs" onClick={clear}>
            Clear
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen} id="more-lead-filters">
        <Group gap={8} flex="none" mb={12}>
          {hidden}
        </Group>
      </Collapse>
    </Box>
  );
};
