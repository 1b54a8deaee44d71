import { Button, Checkbox, Group, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatCount } from '../../lib/text/format.ts';
import { ErrorText } from '../states/error-text.tsx';
import { Note } from '../pieces/note.tsx';
import classes from './pick-list.module.css';

export interface PickItem {
  key: number;
  label: string;
  note?: string;
  /** No longer in use; listed only while it is chosen. */
  isOld?: boolean;
}

interface PickListProps {
  label: string;
  items: readonly PickItem[];
  chosen: readonly number[];
  /** Text when nothing is chosen. */
  noneMeans: string;
  isLoading?: boolean;
  isDisabled?: boolean;
  error?: string | undefined;
  onChange: (keys: number[]) => void;
}

/** Number of items from which a list gets a search, and the most items it shows. */
const SEARCH_FROM = 8;
const MAX_SHOWN = 200;

const matches = ({ label, note = '' }: PickItem, words: readonly string[]): boolean => {
  const text = `${label} ${note}`.toLowerCase();
  return words.every((word) => text.includes(word));
};

/** A searchable list for choosing several of many items. */
export const PickList = (props: PickListProps) => {
  const { label, items, chosen, noneMeans, isLoading = false, isDisabled = false, error, onChange } = props;
  const [text, setText] = useState('');
  const id = useId();
  const picked = new Set(chosen);
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const usable = items.filter(({ key, isOld }) => !isOld || picked.has(key));
  const matching = usable.filter((item) => matches(item, words));
  const shown = matching.slice(0, MAX_SHOWN);
  const unpicked = matching.filter(({ key }) => !picked.has(key));
  const toggle = (key: number) => onChange(picked.has(key) ? chosen.filter((one) => one !== key) : [...chosen, key]);
  return (
    <div role="group" aria-labelledby={id}>
      <Group gap={8} justify="space-between" align="baseline" wrap="nowrap">
        <Text id={id} size="sm" fw={600}>
          {label}
        </Text>
        <Note size="xs">
          {picked.size === 0 ? noneMeans : `${formatCount(picked.size)} of ${formatCount(usable.length)} selected`}
        </Note>
      </Group>
      <Group gap={4} wrap="nowrap" my={4} mih={30}>
        {usable.length > SEARCH_FROM && (
          <TextInput
            size="xs"
            flex={1}
            aria-label={`Search ${label.toLowerCase()}`}
            placeholder="Search"
            leftSection={<IconSearch size={14} aria-hidden="true" />}
            value={text}
            disabled={isDisabled}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={isDisabled || unpicked.length === 0}
          onClick={() => onChange([...chosen, ...unpicked.map(({ key }) => key)])}
        >
          {text ? 'Select matches' : 'Select all'}
        </Button>
        <Button
          variant="subtle"
          size="compact-xs"
          disabled={isDisabled || picked.size === 0}
          onClick={() => onChange([])}
        >
          Clear
        </Button>
      </Group>
      <div className={classes.list} aria-busy={isLoading}>
        {shown.map(({ key, label: name, note, isOld }) => (
          <Checkbox
            key={key}
            size="xs"
            label={name}
            description={isOld ? `${note} · inactive` : note}
            checked={picked.has(key)}
            disabled={isDisabled}
            onChange={() => toggle(key)}
          />
        ))}
        <p className={classes.none} role="status">
          {isLoading && 'Loading …'}
          {!isLoading && matching.length === 0 && (text ? 'No matches.' : 'No options.')}
          {matching.length > shown.length && `${formatCount(matching.length - shown.length)} more. Type to find them.`}
        </p>
      </div>
      {error && (
        <ErrorText size="xs" mt={6} role="alert">
          {error}
        </ErrorText>
      )}
    </div>
  );
};
