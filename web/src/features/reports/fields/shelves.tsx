import { Button, CloseButton, Group, NativeSelect, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import {
  type Days,
  isDimensionKey,
  type ReportFormula,
  type ReportMember,
  type ReportQuestion,
  type QuestionFilter,
  filterText,
} from '@paceline/contract';
import { type ReactNode, useState } from 'react';
import { SortableList } from '../../../ui/lists/sortable-list.tsx';
import classes from '../analysis.module.css';
import { FilterEditor } from './filter-editor.tsx';
import {
  movedTo,
  type Shelf,
  withFilter,
  withoutField,
  withoutFilter,
  withoutFormula,
  withPivot,
} from '../prepare-question.ts';

interface ShelvesProps {
  ownerKey: number | null;
  question: ReportQuestion;
  dimensions: readonly ReportMember[];
  measures: readonly ReportMember[];
  days: Days;
  onChange: (question: ReportQuestion) => void;
  onFormula: (formula: ReportFormula) => void;
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.shelf}>
    <Text span size="xs" fw={600} c="dimmed">
      {label}
    </Text>
    <Group gap={6} mih={28}>
      {children}
    </Group>
  </div>
);

interface FilterChipProps extends Pick<ShelvesProps, 'ownerKey' | 'question' | 'days'> {
  label: string;
  filter: QuestionFilter;
  onSave: (filter: QuestionFilter) => void;
  onRemove: () => void;
}

const FilterChip = ({ label, filter, onSave, onRemove, ...rest }: FilterChipProps) => {
  const [isOpen, setOpen] = useState(false);
  const text = filterText(label, filter);
  return (
    <li className={classes.chip}>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus withinPortal>
        <Popover.Target>
          <UnstyledButton className={classes.chipText} onClick={() => setOpen(!isOpen)}>
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

interface AddFilterProps extends Pick<ShelvesProps, 'ownerKey' | 'question' | 'days' | 'dimensions' | 'measures'> {
  labelOf: (key: string) => string;
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
          data={[
            { value: '', label: 'Choose a field' },
            { group: 'In use', items: [...all.filter(({ key }) => used.has(key)).map(option), ...own] },
            { group: 'Dimensions', items: dimensions.filter(({ key }) => !used.has(key)).map(option) },
            { group: 'Measures', items: measures.filter(({ key }) => !used.has(key)).map(option) },
          ]}
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

/** The question's parts in order: rows, columns, values and filters. */
export const Shelves = ({ question, dimensions, measures, onChange, onFormula, ...rest }: ShelvesProps) => {
  const formulaOf = (key: string): ReportFormula | undefined => question.formulas.find((one) => one.key === key);
  const labelOf = (key: string): string =>
    formulaOf(key)?.label ?? [...dimensions, ...measures].find((one) => one.key === key)?.label ?? key;
  const items = (shelf: Shelf) => question[shelf].map((key) => ({ key, label: labelOf(key) }));
  const remove = (shelf: Shelf, key: string): void =>
    onChange(formulaOf(key) ? withoutFormula(question, key) : withoutField(question, shelf, key));
  const chips = (shelf: Shelf, label: string) => (
    <SortableList label={label} items={items(shelf)} onMove={(key, to) => onChange(movedTo(question, shelf, key, to))}>
      {({ key, label: name }) => {
        const formula = formulaOf(key);
        return (
          <>
            {formula ? (
              <UnstyledButton className={classes.chipText} onClick={() => onFormula(formula)}>
                {name}
              </UnstyledButton>
            ) : (
              <span className={classes.chipText}>{name}</span>
            )}
            <CloseButton
              size="xs"
              aria-label={`Remove ${name}`}
              disabled={shelf === 'measures' && question.measures.length === 1}
              onClick={() => remove(shelf, key)}
            />
          </>
        );
      }}
    </SortableList>
  );
  const times = question.granularity === null ? [] : [{ value: 'date', label: 'Time' }];
  const pivots = [...new Set([...question.dimensions, ...(question.pivot ? [question.pivot] : [])])].filter(
    (key) => key !== 'date',
  );
  const others = dimensions.filter(({ key }) => !pivots.includes(key));
  return (
    <Stack gap={6}>
      <Line label="Rows">
        {chips('dimensions', 'Rows')}
        {question.granularity !== null && question.pivot !== 'date' && (
          <Text span size="xs" py={3} px={8} bd="1px dashed var(--pl-line)" bdrs={6}>
            Time
          </Text>
        )}
        {question.dimensions.length === 0 && question.granularity === null && (
          <Text span size="xs" c="dimmed">
            Everything in one row. Choose a dimension on the left.
          </Text>
        )}
      </Line>
      <Line label="Columns">
        <NativeSelect
          size="xs"
          aria-label="Columns"
          data={[
            { value: '', label: 'None' },
            ...times,
            { group: 'In use', items: pivots.map((key) => ({ value: key, label: labelOf(key) })) },
            { group: 'Dimensions', items: others.map(({ key, label }) => ({ value: key, label })) },
          ]}
          value={question.pivot ?? ''}
          onChange={({ currentTarget }) => onChange(withPivot(question, currentTarget.value || null))}
        />
      </Line>
      <Line label="Values">{chips('measures', 'Values')}</Line>
      <Line label="Filters">
        <ul className={classes.chips} aria-label="Filters">
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
      </Line>
    </Stack>
  );
};
