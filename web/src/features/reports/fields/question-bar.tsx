import { Button, Menu, NativeSelect, Text } from '@mantine/core';
import {
  type Days,
  isMetricKey,
  type QuestionAnswer,
  type ReportFormula,
  type ReportMember,
  type ReportQuestion,
  type ReportVertical,
  type UserGroup,
} from '@paceline/contract';
import type { ReactNode } from 'react';
import { ChipList } from '../../../ui/lists/chip-list.tsx';
import {
  freeFormulaKey,
  movedTo,
  quickStarts,
  type Shelf,
  withField,
  withoutField,
  withoutFormula,
  withPivot,
} from '../prepare-question.ts';
import { AddField } from './add-field.tsx';
import { Controls } from './controls.tsx';
import { Filters } from './filters.tsx';
import { type Field, fieldPanel } from './prepare-fields.ts';
import classes from './question-bar.module.css';

interface QuestionBarProps {
  ownerKey: number | null;
  group: UserGroup;
  vertical: ReportVertical;
  question: ReportQuestion;
  dimensions: readonly ReportMember[];
  measures: readonly ReportMember[];
  /** As resolved by the server; null until then. */
  answer: QuestionAnswer | null;
  days: Days;
  onChange: (question: ReportQuestion) => void;
  onFormula: (formula: ReportFormula) => void;
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={classes.part}>
    <Text span size="xs" fw={600} c="dimmed">
      {label}
    </Text>
    {children}
  </div>
);

const Columns = ({
  question,
  dimensions,
  onChange,
}: Pick<QuestionBarProps, 'question' | 'dimensions' | 'onChange'>) => {
  const labelOf = (key: string): string => dimensions.find((one) => one.key === key)?.label ?? key;
  const times = question.granularity === null ? [] : [{ value: 'date', label: 'Time' }];
  const used = [...new Set([...question.dimensions, ...(question.pivot ? [question.pivot] : [])])].filter(
    (key) => key !== 'date',
  );
  const others = dimensions.filter(({ key }) => !used.includes(key));
  return (
    <NativeSelect
      size="xs"
      w={110}
      aria-label="Columns"
      data={[
        { value: '', label: 'None' },
        ...times,
        { group: 'In use', items: used.map((key) => ({ value: key, label: labelOf(key) })) },
        { group: 'Dimensions', items: others.map(({ key, label }) => ({ value: key, label })) },
      ]}
      value={question.pivot ?? ''}
      onChange={({ currentTarget }) => onChange(withPivot(question, currentTarget.value || null))}
    />
  );
};

/** The question in one bar of two lines: days and filters, then rows, columns and values. */
export const QuestionBar = (props: QuestionBarProps) => {
  const { ownerKey, group, vertical, question, dimensions, measures, answer, days, onChange, onFormula } = props;
  const formulaOf = (key: string): ReportFormula | undefined => question.formulas.find((one) => one.key === key);
  const labelOf = (key: string): string =>
    formulaOf(key)?.label ?? [...dimensions, ...measures].find((one) => one.key === key)?.label ?? key;
  const fields = (search: string) => fieldPanel({ question, dimensions, measures, group, search });
  const toggle = ({ key, isUsed, shelf }: Field): void => {
    if (!isUsed) onChange(withField(question, shelf, key));
    else if (question.pivot === key) onChange(withPivot(question, null));
    else if (!isMetricKey(key) || question.measures.length > 1) onChange(withoutField(question, shelf, key));
  };
  const newFormula = (): void =>
    onFormula({ key: freeFormulaKey(question), label: '', expression: '', kind: 'dollar' });
  const chips = (shelf: Shelf, label: string) => (
    <>
      <ChipList
        label={label}
        items={question[shelf].map((key) => ({ key, label: labelOf(key) }))}
        onMove={(key, to) => onChange(movedTo(question, shelf, key, to))}
        onRemove={(key) =>
          onChange(formulaOf(key) ? withoutFormula(question, key) : withoutField(question, shelf, key))
        }
        canRemove={() => shelf === 'dimensions' || question.measures.length > 1}
        open={({ key }) => {
          const formula = formulaOf(key);
          return formula && { label: 'Edit formula', onAct: () => onFormula(formula) };
        }}
      />
      <AddField
        shelf={shelf}
        label={label}
        fields={fields}
        onToggle={toggle}
        {...(shelf === 'measures' && { onFormula: newFormula })}
      />
    </>
  );
  return (
    <section className={classes.bar} aria-label="Question">
      <div className={classes.line}>
        <Controls {...{ question, onChange }} days={answer?.days ?? null} compared={answer?.compared ?? null} />
        <Part label="Filters">
          <Filters {...{ ownerKey, question, dimensions, measures, days, labelOf, onChange }} />
        </Part>
        <span className={classes.space} />
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <Button variant="subtle" size="compact-xs" flex="none">
              Examples
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {quickStarts(group, vertical).map(({ title, question: example }) => (
              <Menu.Item key={title} onClick={() => onChange(example)}>
                {title}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={classes.line}>
        <Part label="Rows">
          {chips('dimensions', 'Rows')}
          {question.granularity !== null && question.pivot !== 'date' && (
            <Text span size="xs" px={6} bd="1px dashed var(--pl-line)" bdrs={6}>
              Time
            </Text>
          )}
        </Part>
        <Part label="Columns">
          <Columns {...{ question, dimensions, onChange }} />
        </Part>
        <Part label="Values">{chips('measures', 'Values')}</Part>
      </div>
    </section>
  );
};
