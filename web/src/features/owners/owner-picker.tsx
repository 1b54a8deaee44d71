import { Drawer, Flex, Kbd, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { marksOf, usePreferences } from '../../lib/storage/preferences.ts';
import type { OwnerOfUser } from '../../lib/session/session-data.ts';
import { useSession } from '../../lib/session/session-store.ts';
import { OwnerGrid, rowIdOf } from './owner-grid.tsx';
import classes from './owner-picker.module.css';
import { usePicker } from './picker-store.ts';
import { nextRow, prepareOwners } from './prepare-owners.ts';
import { useOwners } from './use-owners.ts';
import type { OwnerWords } from './words.ts';

interface OwnerPickerProps {
  words: OwnerWords;
  onChoose: (owner: OwnerOfUser) => void;
}

/** Focus stays in the search box; the arrow keys move the highlight through the rows. */
const Choice = ({ words, onChoose }: OwnerPickerProps) => {
  const id = useId();
  const owners = useOwners();
  const userId = useSession((state) => state.userId);
  const activeKey = useSession((state) => state.activeOwner?.ownerKey);
  const marks = marksOf(
    usePreferences((state) => state.owners),
    userId,
  );
  const noteOwner = usePreferences((state) => state.noteOwner);
  const toggleFavourite = usePreferences((state) => state.toggleFavourite);
  const close = usePicker((state) => state.close);
  const [text, setText] = useState('');
  // Stored by owner, not position: a list that arrives later may have another order.
  const [movedTo, setMovedTo] = useState<number | null>(null);
  const groups = prepareOwners(owners, text, marks);
  const rows = groups.flatMap((group) => group.owners);
  /** The row moved to, else the best match of the text. Without either, Enter chooses nothing. */
  const markedIn = (listed: readonly OwnerOfUser[], typed: string): OwnerOfUser | undefined =>
    listed.find(({ ownerKey }) => ownerKey === movedTo) ?? (typed.trim() ? listed[0] : undefined);
  const marked = markedIn(rows, text);

  const type = (typed: string) => {
    setText(typed);
    setMovedTo(null);
  };
  const choose = (owner: OwnerOfUser) => {
    if (userId !== null) noteOwner(userId, owner.ownerKey);
    // Starts fresh when it is reopened during its closing animation.
    type('');
    close();
    onChoose(owner);
  };
  const star = ({ ownerKey }: OwnerOfUser) => {
    if (userId !== null) toggleFavourite(userId, ownerKey);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const next = nextRow(event.key, marked ? rows.indexOf(marked) : -1, rows.length);
    if (next !== null) setMovedTo(rows[next]?.ownerKey ?? null);
    else if (event.key === 'Enter') {
      // Uses the box's current text, which may be newer than the rendered rows.
      const typed = event.currentTarget.value;
      const matches = prepareOwners(owners, typed, marks).flatMap((group) => group.owners);
      const owner = typed === text ? marked : markedIn(matches, typed);
      if (owner) (event.ctrlKey ? star : choose)(owner);
    } else if (event.key === 'Escape' && text) type('');
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Flex direction="column" h="100%">
      <TextInput
        data-autofocus
        // Mantine's focus trap focuses with a delay, and keys typed before it would be lost.
        autoFocus
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        placeholder={`Search ${words.many}`}
        aria-label={`Search ${words.many}`}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        role="combobox"
        aria-expanded
        aria-haspopup="grid"
        aria-controls={`${id}-grid`}
        aria-autocomplete="list"
        aria-activedescendant={marked && rowIdOf(`${id}-grid`, marked)}
        autoComplete="off"
      />
      {rows.length > 0 && (
        <OwnerGrid
          id={`${id}-grid`}
          label={words.title}
          groups={groups}
          marked={marked}
          activeKey={activeKey}
          favourites={marks.favourite}
          onChoose={choose}
          onStar={star}
        />
      )}
      <p className={classes.none} role="status">
        {rows.length === 0 &&
          (text
            ? `No ${words.one} matches “${text}”.`
            : `No ${words.one} is assigned to your account yet. Your administrator can add one.`)}
      </p>
      <p className={classes.keys}>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> move · <Kbd>Enter</Kbd> choose · <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> favorite
      </p>
    </Flex>
  );
};

export const OwnerPicker = (props: OwnerPickerProps) => {
  const { isOpen, close } = usePicker();
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      // Mantine handles Escape before the search box, which first clears its text with it.
      closeOnEscape={false}
      onKeyDown={(event) => event.key === 'Escape' && close()}
      title={props.words.choose}
      // No animation: it would start with the next frame, which a busy page delays, and keys would be lost until then.
      transitionProps={{ duration: 0 }}
      size={400}
      padding="md"
      classNames={classes}
    >
      <Choice {...props} />
    </Drawer>
  );
};
