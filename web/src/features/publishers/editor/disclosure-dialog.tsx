import { Textarea, TextInput } from '@mantine/core';
import { type DisclosureText, disclosureFormSchema, disclosureTextSave } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { callApi } from '../../../lib/api/api.ts';
import { FormDialog, useFieldErrors } from '../../../shared/form/form-dialog.tsx';
import { schemaProblems } from '../../../shared/form/prepare-refusal.ts';
import { forgetSources } from '../api.ts';

interface DisclosureDialogProps {
  aggregatorKey: number;
  onClose: () => void;
  onSaved: (saved: DisclosureText) => void;
}

const LABELS: Readonly<Record<string, string>> = { name: 'Name', wording: 'Wording' };

/** A new consent wording. An existing one is never changed, because leads were collected under it. */
export const DisclosureDialog = ({ aggregatorKey, onClose, onSaved }: DisclosureDialogProps) => {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [wording, setWording] = useState('');
  const { errors, show } = useFieldErrors();
  const body = { aggregatorKey, name, wording };
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(disclosureTextSave, { body }),
    onSuccess: async (saved) => {
      await forgetSources(queries);
      if (saved) onSaved(saved);
    },
    onError: (error) => {
      const refused = error instanceof ApiError ? error.errors : [];
      show(
        refused.map(({ field, message }) => ({ path: field, message })),
        refused.length === 0 ? error.message : '',
      );
    },
  });
  const submit = () => {
    const problems = schemaProblems(disclosureFormSchema, body).map(({ path, message }) => ({
      path,
      message: `${LABELS[path] ?? path} ${message}.`,
    }));
    show(problems);
    if (problems.length === 0) mutate();
  };
  return (
    <FormDialog
      title="New disclosure text"
      size={560}
      failure={errors['form']}
      submit="Add text"
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        required
        data-autofocus
        autoComplete="off"
        value={name}
        error={errors['name']}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Textarea
        label="Wording"
        description="The exact text shown beside the form. It cannot be changed later."
        required
        autosize
        minRows={5}
        value={wording}
        error={errors['wording']}
        onChange={({ currentTarget }) => setWording(currentTarget.value)}
      />
    </FormDialog>
  );
};
