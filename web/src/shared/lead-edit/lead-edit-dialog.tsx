import { Box, Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import {
  type CallResponse,
  type EditedLeadField,
  leadDetails,
  leadEditGet,
  type LeadEditName,
  type LeadEditValues,
  leadPersonView,
  stuckLeadEdit,
  stuckLeadSearch,
  stuckLeadSummary,
  stuckLeadTries,
} from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../lib/api/api-error.ts';
import { callApi } from '../../lib/api/api.ts';
import { callQuery } from '../../lib/api/op-query.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Facts } from '../../ui/lists/facts.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { Columns } from '../../ui/pieces/columns.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { tellFailure } from '../list/use-list-export.ts';
import { readEdit, refusedFields, sentText, type Typed } from './prepare-edit.ts';

type EditForm = CallResponse<typeof leadEditGet>;
type Errors = Readonly<Record<string, string>>;

interface FieldProps {
  field: EditedLeadField & { name: LeadEditName };
  value: string;
  error: string | undefined;
  /** The person is shown in full. */
  isShown: boolean;
  onValue: (value: string) => void;
}

const EditField = ({ field, value, error, isShown, onValue }: FieldProps) => {
  const { label, choices, isMasked, isNamed } = field;
  const hint = isMasked && !isShown ? `Now ${field.value === '' ? 'empty' : field.value} (masked)` : sentText(field);
  const shared = {
    label: isNamed ? (
      <>
        {label} <StatusMark tone="warn">named in the answer</StatusMark>
      </>
    ) : (
      label
    ),
    description: hint === '' ? undefined : hint,
    error,
    value,
  };
  if (choices === null)
    return <TextInput {...shared} autoComplete="off" onChange={(event) => onValue(event.currentTarget.value)} />;
  const data = choices.some((choice) => choice.value === value)
    ? choices
    : [{ value, label: value || '–' }, ...choices];
  return <NativeSelect {...shared} data={data} onChange={(event) => onValue(event.currentTarget.value)} />;
};

/** Changes of an edit: saved, the lead is sent again and every page that shows it reads it anew. */
const useSave = (ownerKey: number, onDone: () => void, onErrors: (errors: Errors) => void) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { leadKey: number; version: number; values: LeadEditValues }) =>
      callApi(stuckLeadEdit, { params: { owner: ownerKey }, body }),
    onSuccess: () => {
      for (const { id } of [leadDetails, leadEditGet, stuckLeadSearch, stuckLeadSummary, stuckLeadTries])
        void queries.invalidateQueries({ queryKey: [id] });
      toast.success('Saved. The lead will be sent again.');
      onDone();
    },
    onError: (error) => {
      const named = error instanceof ApiError ? refusedFields(error.errors) : {};
      if (Object.keys(named).length > 0) onErrors(named);
      else onErrors({ form: error.message });
    },
  });
};

/** The person in full, which is recorded; for users with the right. */
const usePerson = (ownerKey: number, leadCaptureKey: number, onPerson: (person: Typed) => void) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => callApi(leadPersonView, { body: { ownerKey, leadCaptureKey } }),
    onSuccess: (person) => {
      void queries.invalidateQueries({ queryKey: [leadDetails.id] });
      if (person !== undefined) onPerson(person.parts);
    },
    onError: tellFailure,
  });
};

interface FormProps {
  ownerKey: number;
  form: EditForm;
  onDone: () => void;
}

const EditForm = ({ ownerKey, form, onDone }: FormProps) => {
  const { leadKey, version, endpointName, lastAnswer } = form;
  const maySeePerson = useMay('leadanalyzer:ViewPII');
  const [typed, setTyped] = useState<Typed>({});
  const [shown, setShown] = useState<Typed | null>(null);
  const [errors, setErrors] = useState<Errors>({});
  const save = useSave(ownerKey, onDone, setErrors);
  const person = usePerson(ownerKey, leadKey, setShown);
  // A person that is shown is compared with what is typed, not with the mask.
  const fields = form.fields.map((field) =>
    field.isMasked && field.name !== null && shown !== null ? { ...field, value: shown[field.name] ?? '' } : field,
  );
  const valueOf = ({ name, value, isMasked }: EditedLeadField & { name: LeadEditName }): string =>
    typed[name] ?? (isMasked && shown === null ? '' : value);
  const edited = fields.filter((field): field is EditedLeadField & { name: LeadEditName } => field.name !== null);
  const fixed = fields.filter(({ name }) => name === null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { values, errors: problems } = readEdit(fields, typed);
    setErrors(problems);
    if (values !== null) save.mutate({ leadKey, version, values });
  };
  return (
    <FormStack gap={10} onSubmit={submit} noValidate>
      <Note>
        {endpointName === null ? 'No endpoint yet.' : `All fields sent to ${endpointName}.`}
        {lastAnswer !== null && lastAnswer !== '' && ` Last answer: “${lastAnswer}”`}
      </Note>
      <FormFailure failure={errors['form'] === undefined ? null : { message: errors['form'], requestId: null }} />
      {maySeePerson && shown === null && edited.some(({ isMasked }) => isMasked) && (
        <Button
          size="compact-xs"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          loading={person.isPending}
          onClick={() => person.mutate()}
        >
          Show person
        </Button>
      )}
      <Columns min={220} gap={10}>
        {edited.map((field) => (
          <EditField
            key={field.name}
            field={field}
            value={valueOf(field)}
            error={errors[field.name]}
            isShown={shown !== null}
            onValue={(value) => {
              setTyped((all) => ({ ...all, [field.name]: value }));
              setErrors(({ [field.name]: _, ...others }) => others);
            }}
          />
        ))}
      </Columns>
      {fixed.length > 0 && (
        <Box component="details" fz="sm">
          <summary>Sent unchanged: {fixed.map(({ label }) => label).join(', ')}</summary>
          <Facts
            facts={fixed.map(({ label, value, fixed: why }) => [
              label,
              `${value === '' ? 'Empty' : value}. ${why ?? ''}.`,
            ])}
          />
        </Box>
      )}
      <ButtonRow my={12} mb={0}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={save.isPending}>
          Save and retry
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

export interface LeadEditDialogProps {
  ownerKey: number;
  leadKey: number;
  leadId: string;
  isOpen: boolean;
  onClose: () => void;
}

const LoadedForm = ({ ownerKey, leadKey, onClose }: Pick<LeadEditDialogProps, 'ownerKey' | 'leadKey' | 'onClose'>) => {
  const query = useQuery({
    ...callQuery(leadEditGet, { params: { owner: ownerKey, leadKey } }),
    staleTime: 0,
    // What is typed belongs to the version that was read first.
    refetchOnWindowFocus: false,
  });
  return (
    <Loaded query={query} what="values of the lead">
      {(form) => <EditForm key={form.version} ownerKey={ownerKey} form={form} onDone={onClose} />}
    </Loaded>
  );
};

/** Corrects what a client's system refused of a lead, and sends it again. */
export const LeadEditDialog = ({ leadId, isOpen, onClose, ...lead }: LeadEditDialogProps) => (
  <Modal opened={isOpen} onClose={onClose} title={<strong>{`Edit and retry: ${leadId}`}</strong>} centered size={640}>
    {isOpen && <LoadedForm {...lead} onClose={onClose} />}
  </Modal>
);
