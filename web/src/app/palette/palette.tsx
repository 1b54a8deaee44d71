import { Box, Kbd, Modal, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Note } from '../../ui/pieces/note.tsx';
import classes from './palette.module.css';
import type { Entry } from './prepare-palette.ts';
import { useEntries } from './use-entries.ts';

const reveal = (row: HTMLElement | null): void => row?.scrollIntoView({ block: 'nearest' });

interface PaletteProps {
  /** Returns, once, the text typed before the box had the focus. */
  takeTyped: () => string;
  onClose: () => void;
}

/** Focus stays in the box; the arrow keys move the highlight through the entries. */
export const Palette = ({ takeTyped, onClose }: PaletteProps) => {
  const id = useId();
  const [text, setText] = useState('');
  const [movedTo, setMovedTo] = useState<string | null>(null);
  const { groups, isSearching, failed } = useEntries(text);
  const entries = groups.flatMap((group) => group.entries);
  // Highlighted by id, not position: server results are inserted in between.
  const marked = entries.find((entry) => entry.id === movedTo) ?? (text.trim() ? entries[0] : undefined);
  const idOf = (entry: Entry): string => `${id} ${entry.id}`.replaceAll(' ', '-');

  const run = (entry: Entry) => {
    onClose();
    entry.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      const from = marked ? entries.indexOf(marked) : step > 0 ? -1 : 0;
      setMovedTo(entries[(from + step + entries.length) % entries.length]?.id ?? null);
    } else if (event.key === 'Enter' && marked) run(marked);
    else return;
    event.preventDefault();
  };

  const status = failed
    ? 'Campaigns and line items could not be searched. Try again.'
    : isSearching
      ? 'Searching…'
      : entries.length === 0
        ? `Nothing matches “${text.trim()}”.`
        : '';
  return (
    <Modal
      opened
      onClose={onClose}
      title="Search"
      size={620}
      yOffset="10vh"
      transitionProps={{ duration: 0 }}
      classNames={{ title: classes.title ?? '', body: classes.body ?? '' }}
    >
      <TextInput
        data-autofocus
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMovedTo(null);
        }}
        onFocus={() => {
          const typed = takeTyped();
          if (typed) setText((now) => `${now}${typed}`);
        }}
        onKeyDown={press}
        placeholder="Pages, reports, campaigns, line items, or “pause …”"
        aria-label="Search pages, campaigns, line items, owners and actions"
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        role="combobox"
        aria-expanded
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={marked && idOf(marked)}
        autoComplete="off"
      />
      <Box id={`${id}-list`} role="listbox" aria-label="Results" flex={1} mih={0} mt={8} style={{ overflowY: 'auto' }}>
        {groups.map(({ title, entries: rows }) => (
          <div key={title} role="group" aria-label={title}>
            <Note size="xs" mt={8} mb={2} mx={8} fw={600} role="presentation">
              {title}
            </Note>
            {rows.map((entry) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the box has the keys
              <div
                key={entry.id}
                id={idOf(entry)}
                ref={entry === marked ? reveal : null}
                role="option"
                aria-selected={entry === marked}
                className={classes.entry}
                onClick={() => run(entry)}
              >
                <Text component="span" miw={0} inherit truncate>
                  {entry.label}
                </Text>
                {entry.note && <span className={classes.note}>{entry.note}</span>}
              </div>
            ))}
          </div>
        ))}
      </Box>
      <p className={classes.status} role="status">
        {status}
      </p>
      <Note size="xs" mt={8} mx={8}>
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> move · <Kbd>Enter</Kbd> open · <Kbd>Esc</Kbd> close
      </Note>
    </Modal>
  );
};
