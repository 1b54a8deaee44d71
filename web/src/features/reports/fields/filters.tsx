import { Button, CloseButton, NativeSelect, Popover, UnstyledButton } from '@mantine/core';
import {
  type Days,
  filterText,
  isDimensionKey,
  type QuestionFilter,
  type ReportMember,
  type ReportQuestion,
} from '@paceline/contract';
import { useState } from 'react';
import chips from '../../../ui/lists/chip-list.module.css';
import { FilterEditor } from './filter-editor.tsx';
import { withFilter, withoutFilter } from '../prepare-question.ts';

interface FiltersProps {
  ownerKey: number | null;
  question: ReportQuestion;
  dimensions: readonly ReportMember[];
  measures: readonly ReportMember[];
  days: Days;
  labelOf: (key: string) => string;
  onChange: (question: ReportQuestion) => void;
}

interface FilterChipProps extends Pick<FiltersProps, 'ownerKey' | 'question' | 'days'> {
  label: string;
  filter: QuestionFilter;
  onSave: (filter: QuestionFilter) => void;
  onRemove: () => void;
}

const FilterChip = ({ label, filter, onSave, onRemove, ...rest }: FilterChipProps) => {
  const [isOpen, setOpen] = useState(false);
  const text = filterText(label, filter);
  return (
    <li className={chips.chip}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <UnstyledButton className={chips.text} onClick={() => setOpen(!isOpen)}>
            {text}
          </UnstyledButton>
        </Popover.Target>
        <Popover.Dropdown>
          <FilterEditor
            {...rest}
            label={label}
            filter={filter}
            onSave={(next) => {
              setOpen(false);
              onSave(next);
            }}
          />
        </Popover.Dropdown>
      </Popover>
      <CloseButton size="xs" aria-label={`Remove filter ${text}`} onClick={onRemove} />
    </li>
  );
};

interface AddFilterProps extends Omit<FiltersProps, 'onChange'> {
  onSave: (filter: QuestionFilter) => void;
}

/** Adds a filter: first the field, then its values. Fields in use come first. */
const AddFilter = ({ question, dimensions, measures, labelOf, onSave, ...rest }: AddFilterProps) => {
  const [isOpen, setOpen] = useState(false);
  const [member, setMember] = useState('');
  const used = new Set([
    ...question.dimensions,
    ...(question.pivot === null ? [] : [question.pivot]),
    ...question.measures,
  ]);
  const all = [...dimensions, ...measures];
  const option = ({ key, label }: Pick<ReportMember, 'key' | 'label'>) => ({ value: key, label });
  const own = question.formulas.map(({ key, label }) => ({ value: key, label }));
  const groups = [
    { group: 'In use', items: [...all.filter(({ key }) => used.has(key)).map(option), ...own] },
    { group: 'Dimensions', items: dimensions.filter(({ key }) => !used.has(key)).map(option) },
    { group: 'Measures', items: measures.filter(({ key }) => !used.has(key)).map(option) },
  ].filter(({ items }) => items.length > 0);
  const close = (): void => {
    setOpen(false);
    setMember('');
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => (next ? setOpen(true) : close())}
      position="bottom-start"
      trapFocus
      returnFocus
      withinPortal
    >
      <Popover.Target>
        <Button variant="default" size="compact-xs" onClick={() => setOpen(!isOpen)}>
          Add filter
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <NativeSelect
          size="xs"
          label="Field"
          data={[{ value: '', label: 'Choose a field' }, ...groups]}
          value={member}
          onChange={({ currentTarget }) => setMember(currentTarget.value)}
        />
        {member !== '' && (
          <FilterEditor
            key={member}
            {...rest}
            question={question}
            label={labelOf(member)}
            filter={{ member, operator: isDimensionKey(member) ? 'equals' : 'gt', values: [] }}
            onSave={(filter) => {
              close();
              onSave(filter);
            }}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
};

/** The question's filters, each a chip that opens its editor. */
export const Filters = (props: FiltersProps) => {
  const { question, onChange, labelOf, dimensions, measures, ...rest } = props;
  return (
    <>
      <ul className={chips.chips} aria-label="Filters">
        {question.filters.map((filter, index) => (
          <FilterChip
            key={`${filter.member} ${filter.operator}`}
            {...rest}
            question={question}
            label={labelOf(filter.member)}
            filter={filter}
            onSave={(next) => onChange(withFilter(question, index, next))}
            onRemove={() => onChange(withoutFilter(question, index))}
          />
        ))}
      </ul>
      <AddFilter
        {...rest}
        {...{ question, dimensions, measures, labelOf }}
        onSave={(filter) => onChange(withFilter(question, null, filter))}
      />
      {question.filters.length > 1 && (
        <Button variant="subtle" size="compact-xs" onClick={() => onChange({ ...question, filters: [] })}>
          Clear filters
        </Button>
      )}
    </>
  );
};
