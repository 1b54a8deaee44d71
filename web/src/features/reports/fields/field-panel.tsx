import { Button, Flex, TextInput, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { Note } from '../../../ui/pieces/note.tsx';
import { PlainList } from '../../../ui/lists/plain-list.tsx';
import classes from './field-panel.module.css';
import type { Field, FieldPanelData, FieldTopic } from './prepare-fields.ts';

interface FieldPanelProps {
  data: FieldPanelData;
  search: string;
  onSearch: (search: string) => void;
  onToggle: (field: Field) => void;
  onFormula?: (() => void) | undefined;
}

const FieldButton = ({ field, onToggle }: { field: Field; onToggle: (field: Field) => void }) => {
  const id = useId();
  const { label, isUsed, reason } = field;
  return (
    <li>
      <UnstyledButton
        className={classes.field}
        aria-pressed={isUsed}
        // Stays focusable, so that its reason can be read.
        aria-disabled={reason !== null || undefined}
        aria-describedby={reason === null ? undefined : id}
        title={reason ?? undefined}
        onClick={() => {
          if (reason === null) onToggle(field);
        }}
      >
        {isUsed ? <IconCheck size={14} aria-hidden="true" /> : <IconPlus size={14} aria-hidden="true" />}
        <span>{label}</span>
      </UnstyledButton>
      {reason !== null && <VisuallyHidden id={id}>{reason}</VisuallyHidden>}
    </li>
  );
};

const Topic = ({ topic: { title, fields }, onToggle }: { topic: FieldTopic; onToggle: (field: Field) => void }) => {
  const id = useId();
  return (
    <div>
      <Title id={id} order={4} mb={2} fw={600} fz="xs" c="dimmed">
        {title}
      </Title>
      <PlainList aria-labelledby={id}>
        {fields.map((field) => (
          <FieldButton key={field.key} field={field} onToggle={onToggle} />
        ))}
      </PlainList>
    </div>
  );
};

/** All fields of the report builder: a click adds or removes one; unavailable ones are grey with a reason. */
export const FieldPanel = ({ data, search, onSearch, onToggle, onFormula }: FieldPanelProps) => {
  const [isMore, setMore] = useState(false);
  const { inUse, dimensions, measures, more, isEmpty } = data;
  const asTopic = (title: string, fields: Field[]): FieldTopic => ({ title, fields });
  return (
    <Flex component="section" direction="column" gap={8} mih={0} aria-label="Fields">
      <TextInput
        size="xs"
        aria-label="Search fields"
        placeholder="Search fields"
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={search}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      {/* Scroll areas must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={classes.scroll} tabIndex={0} role="group" aria-label="All fields">
        {isEmpty && (
          <Note size="xs" my={8}>
            No field has this name.
          </Note>
        )}
        {inUse.length > 0 && <Topic topic={asTopic(`In use (${inUse.length})`, inUse)} onToggle={onToggle} />}
        {measures.length + more.length > 0 && (
          <Title order={3} mt={6} fw={650} fz="sm">
            Measures
          </Title>
        )}
        {measures.map((topic) => (
          <Topic key={topic.title} topic={topic} onToggle={onToggle} />
        ))}
        {more.length > 0 && (
          <>
            <Button variant="subtle" size="compact-xs" aria-expanded={isMore} onClick={() => setMore(!isMore)}>
              {isMore ? 'Fewer measures' : 'More measures'}
            </Button>
            {isMore && more.map((topic) => <Topic key={topic.title} topic={topic} onToggle={onToggle} />)}
          </>
        )}
        {onFormula && (
          <Button variant="subtle" size="compact-xs" onClick={onFormula}>
            New formula
          </Button>
        )}
        {dimensions.length > 0 && (
          <Title order={3} mt={6} fw={650} fz="sm">
            Dimensions
          </Title>
        )}
        {dimensions.map((topic) => (
          <Topic key={topic.title} topic={topic} onToggle={onToggle} />
        ))}
      </div>
    </Flex>
  );
};
