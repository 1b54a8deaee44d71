import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { OwnerOfUser } from '../../lib/session-data.ts';
import classes from './owner-list.module.css';
import { nextRow, prepareOwners } from './prepare-owners.ts';

interface OwnerListProps {
  owners: readonly OwnerOfUser[];
  search: string;
  openKey: number | undefined;
  onSearch: (text: string) => void;
  onOpen: (owner: OwnerOfUser) => void;
}

const reveal = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

/** Focus stays in the search box; the keys move a mark through the list below it. */
export const OwnerList = ({ owners, search, openKey, onSearch, onOpen }: OwnerListProps) => {
  const id = useId();
  // Its own state, because the URL follows a moment later and a controlled box would drop letters.
  const [text, setText] = useState(search);
  const rows = prepareOwners(owners, text);
  const [marked, setMarked] = useState(() => rows.findIndex(({ ownerKey }) => ownerKey === openKey));
  const markedOwner = rows[marked];
  const rowId = (owner: OwnerOfUser) => `${id}-${owner.ownerKey}`;

  const type = (typed: string) => {
    setText(typed);
    setMarked(typed ? 0 : -1);
    onSearch(typed);
  };
  const press = (event: KeyboardEvent) => {
    const next = nextRow(event.key, marked, rows.length);
    if (next !== null) setMarked(next);
    else if (event.key === 'Enter' && markedOwner) onOpen(markedOwner);
    else if (event.key === 'Escape' && text) type('');
    else return;
    event.preventDefault();
  };

  return (
    <div className={classes.panel}>
      <TextInput
        className={classes.search}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        placeholder="Search owners"
        aria-label="Search owners"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={markedOwner && rowId(markedOwner)}
        autoComplete="off"
        autoFocus
      />
      <ul
        id={`${id}-list`}
        role="listbox"
        aria-label="Owners"
        tabIndex={rows.length > 0 ? 0 : -1}
        aria-activedescendant={markedOwner && rowId(markedOwner)}
        className={classes.list}
        onKeyDown={press}
      >
        {rows.map((owner, row) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the keys, as a list box does
          <li
            key={owner.ownerKey}
            ref={row === marked ? reveal : null}
            id={rowId(owner)}
            role="option"
            aria-selected={owner.ownerKey === openKey}
            data-marked={row === marked || undefined}
            className={classes.row}
            onClick={() => {
              setMarked(row);
              onOpen(owner);
            }}
          >
            {owner.name}
          </li>
        ))}
      </ul>
      <p className={classes.none} role="status">
        {rows.length === 0 && text ? `No owner matches “${text}”.` : ''}
      </p>
    </div>
  );
};
