import { Box, Button, Modal, Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { type SavedView, savedViewFormSchema, VIEW_SHARING, VIEW_SHARING_NAMES } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { isStale, schemaProblems, sortRefusal } from '../../../shared/form/prepare-refusal.ts';
import { ErrorText } from '../../../ui/states/error-text.tsx';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';

type Named = Pick<SavedView, 'name' | 'description' | 'sharing'>;

/** Server errors of a name: already taken, or a conflict. */
export const useNamingRefusal = () => {
  const [errors, setErrors] = useState<{ name?: string; form?: string }>({});
  const [conflicts, setConflicts] = useState<readonly string[]>([]);
  const onError = (error: Error): void => {
    const { failure, problems } = sortRefusal(error, (field) => (field === 'name' ? field : null));
    if (isStale(error)) setConflicts([...new Set([failure.message, ...problems.map(({ message }) => message)])]);
    else setErrors({ form: problems.length > 0 ? '' : failure.message, name: problems[0]?.message ?? '' });
  };
  return { errors, setErrors, conflicts, onError };
};

interface NamingDialogProps {
  title: string;
  /** Noun of what is saved, as in “Save view”. */
  noun: string;
  first: Named;
  refusal: ReturnType<typeof useNamingRefusal>;
  isSaving: boolean;
  onSave: (said: Named) => void;
  onClose: () => void;
}

/** Name, description and visibility of what is saved. */
export const NamingDialog = ({ title, noun, first, refusal, isSaving, onSave, onClose }: NamingDialogProps) => {
  const [said, setSaid] = useState(first);
  const { errors, setErrors, conflicts } = refusal;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, description } = said;
    const [problem] = schemaProblems(savedViewFormSchema.pick({ name: true, description: true }), {
      name,
      description,
    });
    setErrors(problem ? { name: 'Enter a name of up to 80 characters.' } : {});
    if (!problem) onSave(said);
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{title}</strong>} centered size={480}>
      <FormStack onSubmit={submit} noValidate>
        <TextInput
          label="Name"
          maxLength={80}
          data-autofocus
          value={said.name}
          error={errors.name}
          onChange={({ currentTarget }) => setSaid({ ...said, name: currentTarget.value })}
        />
        <Textarea
          label="Description"
          description="Optional"
          maxLength={300}
          autosize
          minRows={2}
          value={said.description}
          onChange={({ currentTarget }) => setSaid({ ...said, description: currentTarget.value })}
        />
        <Radio.Group
          label="Who sees it"
          value={said.sharing}
          onChange={(value) => setSaid({ ...said, sharing: value })}
        >
          <Stack gap={8} mt={6}>
            {VIEW_SHARING_NAMES.map((one) => (
              <Radio
                key={one}
                size="xs"
                value={one}
                label={VIEW_SHARING[one].label}
                description={VIEW_SHARING[one].note}
              />
            ))}
          </Stack>
        </Radio.Group>
        {errors.form && <ErrorText role="alert">{errors.form}</ErrorText>}
        {conflicts.length > 0 && (
          <Box fz="sm" c="var(--mantine-color-error)" role="alert">
            {conflicts.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Box>
        )}
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {conflicts.length > 0 ? 'Save mine' : `Save ${noun}`}
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
