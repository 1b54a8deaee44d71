import { TableHead } from '../../../ui/table-head.tsx';
import { ActionIcon, Button, Checkbox, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { CRITERIA_PARAMETERS, type CriteriaParameter, type FieldCriterion } from '@paceline/contract';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Note } from '../../../ui/pieces/note.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import classes from './criteria.module.css';
import { type CriteriaFormApi, labelOf, parameterFacts } from './prepare-criteria.ts';
import { useSection } from './use-section.ts';

interface RowProps {
  criterion: FieldCriterion;
  error: (name: string) => string | undefined;
  onChange: (patch: Partial<FieldCriterion>) => void;
  onRemove: () => void;
}

const orNull = (text: string): string | null => (text === '' ? null : text);

const FieldRow = ({ criterion, error, onChange, onRemove }: RowProps) => {
  const { parameter, required, allowedValues, defaultValue, pattern, message } = criterion;
  const label = labelOf(parameter);
  const codes = parameterFacts(parameter).values?.map(({ code }) => code);
  const [typed, setTyped] = useState<string | null>(null);
  const box = (name: string) => ({ size: 'xs', autoComplete: 'off', 'aria-label': `${label}: ${name}` }) as const;
  return (
    <tr>
      <th scope="row">
        {label}
        {error('parameter') && (
          <Text span size="xs" c="var(--mantine-color-error)">
            {error('parameter')}
          </Text>
        )}
      </th>
      <td data-label="Required">
        <Checkbox
          aria-label={`${label}: required`}
          checked={required}
          onChange={(event) => onChange({ required: event.currentTarget.checked })}
        />
      </td>
      <td data-label="Allowed values">
        <TextInput
          {...box('allowed values, separated by commas')}
          placeholder={codes ? codes.slice(0, 3).join(', ') : 'Any'}
          value={typed ?? allowedValues.join(', ')}
          error={error('allowedValues')}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setTyped(text);
            const values = text.split(',').map((value) => value.trim());
            onChange({ allowedValues: values.filter((value) => value !== '') });
          }}
          onBlur={() => setTyped(null)}
        />
      </td>
      <td data-label="Default">
        <TextInput
          {...box('default')}
          value={defaultValue ?? ''}
          error={error('defaultValue')}
          onChange={(event) => onChange({ defaultValue: orNull(event.currentTarget.value) })}
        />
      </td>
      <td data-label="Pattern">
        <TextInput
          {...box('pattern')}
          spellCheck={false}
          value={pattern ?? ''}
          error={error('pattern')}
          onChange={(event) => onChange({ pattern: orNull(event.currentTarget.value) })}
        />
      </td>
      <td data-label="Message">
        <TextInput
          {...box('message')}
          placeholder="Default"
          value={message ?? ''}
          error={error('message')}
          onChange={(event) => onChange({ message: orNull(event.currentTarget.value) })}
        />
      </td>
      <td>
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={onRemove}>
          <IconTrash size={16} aria-hidden="true" />
        </ActionIcon>
      </td>
    </tr>
  );
};

/** Post parameters the client requires beyond the standard ones. */
export const FieldsSection = ({ form }: { form: CriteriaFormApi }) => {
  const { value: fields, replace, error } = useSection(form, 'fields');
  const [chosen, setChosen] = useState('');
  const free = CRITERIA_PARAMETERS.filter((parameter) => fields.every((field) => field.parameter !== parameter));
  const add = () => {
    if (chosen === '') return;
    const parameter = chosen as CriteriaParameter;
    replace([
      ...fields,
      { parameter, required: true, allowedValues: [], defaultValue: null, pattern: null, message: null },
    ]);
    setChosen('');
  };
  return (
    <SectionCard
      title="Fields"
      note="What this client requires of a post beyond the standard fields. Separate values with commas; a pattern must match the whole value."
    >
      {fields.length === 0 ? (
        <Note my={8}>No extra rules: the standard parameters are required.</Note>
      ) : (
        <ScrollFrame label="Field rules" height={720}>
          <table className={classes.table}>
            <TableHead of={['Parameter', 'Required', 'Allowed values', 'Default', 'Pattern', 'Message']}>
              <th scope="col" aria-label="Actions" />
            </TableHead>
            <tbody>
              {fields.map((criterion, index) => (
                <FieldRow
                  key={criterion.parameter}
                  criterion={criterion}
                  error={(name) => error(`${index}.${name}`)}
                  onChange={(patch) => replace(fields.map((one, at) => (at === index ? { ...one, ...patch } : one)))}
                  onRemove={() => replace(fields.filter((_, at) => at !== index))}
                />
              ))}
            </tbody>
          </table>
        </ScrollFrame>
      )}
      <Group gap={12} align="flex-end" mt={14}>
        <NativeSelect
          label="Add a parameter"
          data={[
            { value: '', label: 'Choose a parameter' },
            ...free.map((parameter) => ({ value: parameter, label: labelOf(parameter) })),
          ]}
          value={chosen}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
        <Button variant="default" disabled={chosen === ''} onClick={add}>
          Add rule
        </Button>
      </Group>
    </SectionCard>
  );
};
