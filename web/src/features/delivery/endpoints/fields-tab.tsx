import { CodeBlock } from '../../../ui/code-block.tsx';
import { ActionIcon, Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import {
  DELIVERY_FIELD_NAMES,
  DELIVERY_FIELDS,
  type DeliveryFieldMap,
  type DeliveryFieldName,
} from '@paceline/contract';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { type EndpointFormApi, movedUp, previewOf, readValueMap, valueMapText } from './prepare-endpoint.ts';
import { useSettings } from './use-settings.ts';
import classes from './endpoint.module.css';

const SUGGESTIONS = 'delivery-templates';

interface RowProps {
  row: DeliveryFieldMap;
  index: number;
  box: (path: string) => { name: string; error: string | undefined };
  onChange: (patch: Partial<DeliveryFieldMap>) => void;
  onRemove: () => void;
  onMoveUp: () => void;
}

const FieldRow = ({ row, index, box, onChange, onRemove, onMoveUp }: RowProps) => {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const label = row.name === '' ? `Field ${index + 1}` : row.name;
  const at = `settings.fields.${index}`;
  const mapText = row.values.length === 0 ? 'Value map' : `Value map (${row.values.length})`;
  return (
    <>
      <tr>
        <td data-label="Their name">
          <TextInput
            size="xs"
            autoComplete="off"
            spellCheck={false}
            aria-label={`Field ${index + 1}: their name`}
            value={row.name}
            {...box(`${at}.name`)}
            onChange={(event) => onChange({ name: event.currentTarget.value.trim() })}
          />
        </td>
        <td data-label="Value">
          <TextInput
            size="xs"
            autoComplete="off"
            spellCheck={false}
            list={SUGGESTIONS}
            aria-label={`${label}: value`}
            value={row.template}
            {...box(`${at}.template`)}
            onChange={(event) => onChange({ template: event.currentTarget.value })}
          />
        </td>
        <td>
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={isOpen}
            aria-label={`${label}: ${mapText}`}
            onClick={() => setOpen(!isOpen)}
          >
            {mapText}
          </Button>
        </td>
        <td>
          <Group gap={4} align="stretch" wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move ${label} up`}
              disabled={index === 0}
              onClick={onMoveUp}
            >
              <IconArrowUp size={16} aria-hidden="true" />
            </ActionIcon>
            <ActionIcon variant="subtle" color="gray" aria-label={`Remove ${label}`} onClick={onRemove}>
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </Group>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={4}>
            <Textarea
              label={`${label}: our value = their value`}
              description="One pair on each line. Other values are sent as they are."
              autosize
              minRows={2}
              maxRows={10}
              spellCheck={false}
              value={typed ?? valueMapText(row.values)}
              {...box(`${at}.values`)}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                onChange({ values: readValueMap(event.currentTarget.value) });
              }}
              onBlur={() => setTyped(null)}
            />
          </td>
        </tr>
      )}
    </>
  );
};

/** The lead fields sent and their names in the client's system, with a preview of the body. */
export const FieldsTab = ({ form }: { form: EndpointFormApi }) => {
  const { settings, set, box } = useSettings(form);
  const { fields } = settings;
  const [chosen, setChosen] = useState('');
  const add = (name: DeliveryFieldName) => {
    const isFree = fields.every((field) => field.name !== name);
    set('fields', [
      ...fields,
      { name: isFree ? name : `${name}${fields.length + 1}`, template: `{${name}}`, values: [] },
    ]);
    setChosen('');
  };
  const missing = box('settings.fields').error;
  return (
    <Columns of="minmax(0, 3fr) minmax(0, 2fr)" gap={16} align="start">
      <SectionCard
        title="Field map"
        note="A value is text with fields in braces, such as {firstName} {lastName}. Filters: {phone|digits}, {email|lower}, {state|upper}, {receivedAt|date}. A dot in their name makes a nested element."
      >
        <datalist id={SUGGESTIONS}>
          {DELIVERY_FIELD_NAMES.map((name) => (
            <option key={name} value={`{${name}}`}>
              {DELIVERY_FIELDS[name].label}
            </option>
          ))}
        </datalist>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col">Their name</th>
              <th scope="col">Value</th>
              <th scope="col" aria-label="Value map" />
              <th scope="col" aria-label="Actions" />
            </tr>
          </thead>
          <tbody>
            {fields.map((row, index) => (
              <FieldRow
                key={index}
                row={row}
                index={index}
                box={box}
                onChange={(patch) =>
                  set(
                    'fields',
                    fields.map((one, at) => (at === index ? { ...one, ...patch } : one)),
                  )
                }
                onMoveUp={() => set('fields', movedUp(fields, index))}
                onRemove={() =>
                  set(
                    'fields',
                    fields.filter((_, at) => at !== index),
                  )
                }
              />
            ))}
          </tbody>
        </table>
        {missing && (
          <ErrorText size="xs" my={6} data-refused tabIndex={-1}>
            {missing}
          </ErrorText>
        )}
        <Group gap={12} align="flex-end" mt={14}>
          <NativeSelect
            label="Add a field"
            data={[
              { value: '', label: 'Choose a field' },
              ...DELIVERY_FIELD_NAMES.map((name) => ({ value: name, label: DELIVERY_FIELDS[name].label })),
            ]}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <Button variant="default" disabled={chosen === ''} onClick={() => add(chosen as DeliveryFieldName)}>
            Add field
          </Button>
          {settings.method === 'XML' && (
            <TextInput
              label="Root element"
              autoComplete="off"
              value={settings.xmlRoot}
              {...box('settings.xmlRoot')}
              onChange={(event) => set('xmlRoot', event.currentTarget.value.trim())}
            />
          )}
        </Group>
      </SectionCard>
      <SectionCard title="Preview" note="A sample lead as it would be sent now.">
        <ScrollFrame label="Preview of the body" height={560}>
          <CodeBlock>{previewOf(settings)}</CodeBlock>
        </ScrollFrame>
      </SectionCard>
    </Columns>
  );
};
