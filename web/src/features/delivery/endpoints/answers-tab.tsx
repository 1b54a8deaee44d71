import { ActionIcon, Button, NativeSelect, Stack, TextInput } from '@mantine/core';
import { LEAD_REASONS } from '@paceline/contract';
import { IconTrash } from '@tabler/icons-react';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import type { EndpointFormApi } from './prepare-endpoint.ts';
import { useSettings } from './use-settings.ts';
import classes from './endpoint.module.css';

const REASONS: Readonly<Record<(typeof LEAD_REASONS)['REJ'][number], string>> = {
  CLIENT_DUPLICATE: 'Duplicate at the client',
  CLIENT_NOT_QUALIFIED: 'Not qualified',
  CLIENT_INVALID: 'Invalid',
  CLIENT_OTHER: 'Other',
};

const PATTERNS = [
  ['success', 'Success pattern', 'The lead is delivered where it matches. Empty: every answer from 200 to 299.'],
  [
    'duplicate',
    'Duplicate pattern',
    'The client already has the lead. After a try without an answer, this counts as a success.',
  ],
  ['reference', 'Reference pattern', 'The first group is the client’s own lead ID, such as "id": ?"([^"]+)"'],
] as const;

/** Patterns to classify the system's answers: duplicate and reject first, then success. */
export const AnswersTab = ({ form }: { form: EndpointFormApi }) => {
  const { settings, set, box } = useSettings(form);
  const { answers } = settings;
  const { rejects } = answers;
  const change = (patch: Partial<typeof answers>) => set('answers', { ...answers, ...patch });
  const changeReject = (index: number, patch: Partial<(typeof rejects)[number]>) =>
    change({ rejects: rejects.map((one, at) => (at === index ? { ...one, ...patch } : one)) });
  return (
    <SectionCard
      title="Answers"
      note="Regular expressions, looked for anywhere in the answer. Order: duplicate, reject, success. 5xx answers and missing ones are failed tries."
    >
      <Stack gap={14}>
        {PATTERNS.map(([name, label, description]) => (
          <TextInput
            key={name}
            label={label}
            description={description}
            autoComplete="off"
            spellCheck={false}
            value={answers[name] ?? ''}
            {...box(`settings.answers.${name}`)}
            onChange={(event) => change({ [name]: event.currentTarget.value || null })}
          />
        ))}
      </Stack>
      <fieldset className={classes.group}>
        <legend>Reject patterns</legend>
        {rejects.length === 0 && <Note my={6}>None: only a duplicate answer rejects a lead.</Note>}
        {rejects.map(({ pattern, reason }, index) => (
          <Columns key={index} of="minmax(0, 2fr) minmax(0, 1fr) auto" gap={12} align="end" mb={12}>
            <TextInput
              label="Pattern"
              autoComplete="off"
              spellCheck={false}
              value={pattern}
              {...box(`settings.answers.rejects.${index}.pattern`)}
              onChange={(event) => changeReject(index, { pattern: event.currentTarget.value })}
            />
            <NativeSelect
              label="Means"
              data={Object.entries(REASONS).map(([value, label]) => ({ value, label }))}
              value={reason}
              {...box(`settings.answers.rejects.${index}.reason`)}
              onChange={(event) => changeReject(index, { reason: event.currentTarget.value as typeof reason })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Remove reject pattern ${index + 1}`}
              onClick={() => change({ rejects: rejects.filter((_, at) => at !== index) })}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </Columns>
        ))}
        <Button
          variant="default"
          size="xs"
          onClick={() => change({ rejects: [...rejects, { pattern: '', reason: 'CLIENT_NOT_QUALIFIED' }] })}
        >
          Add reject pattern
        </Button>
      </fieldset>
    </SectionCard>
  );
};
