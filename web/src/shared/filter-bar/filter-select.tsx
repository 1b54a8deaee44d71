import { Button, Combobox, Flex, Text, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { formatCount } from '../../lib/text/format.ts';
import { Note } from '../../ui/pieces/note.tsx';
import classes from './filter-bar.module.css';
import type { FilterKey } from './filter-search.ts';
import { findOptions, type PreparedFilter } from './prepare-filters.ts';

interface FilterSelectProps {
  filter: PreparedFilter;
  onChange: (keys: FilterKey[]) => void;
}

/** One filter: a button with the current choice, and a searchable list of options. */
export const FilterSelect = ({ filter, onChange }: FilterSelectProps) => {
  const { label, options, chosen, summary } = filter;
  const [text, setText] = useState('');
  const listId = useId();
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      setText('');
      combobox.resetSelectedOption();
      combobox.focusTarget();
    },
  });
  const { shown, more } = findOptions(options, text);
  const unchosen = shown.filter(({ key }) => !chosen.includes(key));
  const toggle = (value: string) => {
    const option = options.find(({ key }) => String(key) === value);
    if (!option) return;
    onChange(chosen.includes(option.key) ? chosen.filter((key) => key !== option.key) : [...chosen, option.key]);
  };
  return (
    <Combobox store={combobox} onOptionSubmit={toggle} width={300} position="bottom-start">
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <Button
          variant="default"
          size="xs"
          className={classes.target}
          justify="space-between"
          data-chosen={chosen.length > 0 || undefined}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          onClick={() => combobox.toggleDropdown()}
        >
          <span className={classes.what}>
            {label}
            {summary !== null && (
              <Text span inherit fw={600}>
                : {summary}
              </Text>
            )}
          </span>
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown className={classes.dropdown}>
        <Combobox.Search
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-label={`Search ${label.toLowerCase()}`}
          placeholder="Search"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            combobox.updateSelectedOptionIndex();
          }}
        />
        <Combobox.Options id={listId} aria-label={label} aria-multiselectable className={classes.options}>
          {shown.map(({ key, name, isOld }) => {
            const isChosen = chosen.includes(key);
            return (
              <Combobox.Option key={key} value={String(key)} aria-selected={isChosen} className={classes.option}>
                <span className={classes.box} data-chosen={isChosen || undefined} aria-hidden="true">
                  {isChosen && <IconCheck size={12} stroke={3} />}
                </span>
                <span className={classes.words}>{name}</span>
                {isOld && <span className={classes.old}>inactive</span>}
              </Combobox.Option>
            );
          })}
        </Combobox.Options>
        <Note size="xs" py={0} px={8} role="status">
          {shown.length === 0 && (text ? 'No matches.' : 'No options.')}
          {more > 0 && `${formatCount(more)} more. Type to find them.`}
        </Note>
        <Flex justify="space-between" mt={4} pt={6} style={{ borderTop: '1px solid var(--pl-line)' }}>
          <Button
            variant="subtle"
            size="compact-xs"
            disabled={unchosen.length === 0}
            onClick={() => onChange([...chosen, ...unchosen.map(({ key }) => key)])}
          >
            {text ? 'Select matches' : 'Select all'}
          </Button>
          <Button variant="subtle" size="compact-xs" disabled={chosen.length === 0} onClick={() => onChange([])}>
            Clear
          </Button>
        </Flex>
      </Combobox.Dropdown>
    </Combobox>
  );
};
