import { Button, Group, Modal, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { FORMULA_KINDS, parseFormula, type ReportFormula, type ReportMember } from '@paceline/contract';
import { useRef, useState } from 'react';
import classes from '../analysis.module.css';

interface FormulaDialogProps {
  formula: ReportFormula;
  isNew: boolean;
  measures: readonly ReportMember[];
  onSave: (formula: ReportFormula) => void;
  onRemove: () => void;
  onClose: () => void;
}

const KIND_WORDS = { dollar: 'Dollars', count: 'Whole number', percent: 'Percent (× 100 is yours)', number: 'Number' };

/** Edits a formula over the measures its reader may see; errors show at their position. */
export const FormulaDialog = ({ formula, isNew, measures, onSave, onRemove, onClose }: FormulaDialogProps) => {
  const [draft, setDraft] = useState(formula);
  const box = useRef<HTMLTextAreaElement>(null);
  const { label, expression, kind } = draft;
  const parsed = parseFormula(expression, new Set(measures.map(({ key }) => key)));
  const error = expression.trim() === '' ? null : (parsed.error ?? null);
  const isWhole = label.trim() !== '' && !parsed.error;
  const insert = (name: string): void => {
    const at = box.current?.selectionStart ?? expression.length;
    const before = expression.slice(0, at);
    const gap = before === '' || /[\s(]$/.test(before) ? '' : ' ';
    setDraft({ ...draft, expression: `${before}${gap}${name}${expression.slice(at)}` });
    box.current?.focus();
  };
  return (
    <Modal opened onClose={onClose} title={isNew ? 'New formula' : 'Edit formula'} size="md">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole) onSave({ ...draft, label: label.trim(), expression: expression.trim() });
        }}
      >
        <Stack gap="sm">
          <TextInput
            label="Name"
            data-autofocus
            maxLength={60}
            value={label}
            onChange={({ currentTarget }) => setDraft({ ...draft, label: currentTarget.value })}
          />
          <Textarea
            ref={box}
            label="Formula"
            description="Measures, numbers, + − * / and brackets; abs(), min(), max(). What divides by nothing stays empty."
            maxLength={300}
            autosize
            minRows={2}
            spellCheck={false}
            value={expression}
            error={error && `${error.message} Character ${error.at + 1}.`}
            onChange={({ currentTarget }) => setDraft({ ...draft, expression: currentTarget.value })}
          />
          {error && (
            <code className={classes.wrongPlace} aria-hidden="true">
              {expression.slice(0, error.at)}
              <mark>{expression.slice(error.at) || ' '}</mark>
            </code>
          )}
          <NativeSelect
            label="Insert measure"
            data={[
              { value: '', label: 'Choose a measure' },
              ...measures.map(({ key, label: name }) => ({ value: key, label: `${name} (${key})` })),
            ]}
            value=""
            onChange={({ currentTarget }) => {
              if (currentTarget.value !== '') insert(currentTarget.value);
            }}
          />
          <NativeSelect
            label="Shown as"
            data={FORMULA_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))}
            value={kind}
            onChange={({ currentTarget }) => setDraft({ ...draft, kind: currentTarget.value as ReportFormula['kind'] })}
          />
          <Group justify="flex-end">
            {!isNew && (
              <Button variant="default" onClick={onRemove}>
                Delete formula
              </Button>
            )}
            <Button type="submit" disabled={!isWhole}>
              {isNew ? 'Add formula' : 'Save formula'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};
