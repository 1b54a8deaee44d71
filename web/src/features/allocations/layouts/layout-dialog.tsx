import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';

export interface LayoutNaming {
  title: string;
  action: string;
  name: string;
  shared: boolean;
  onSave: (name: string, shared: boolean) => Promise<unknown>;
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiError ? (error.errors[0]?.message ?? error.message) : (error as Error).message;

/** A layout's name and whom it is shared with. */
export const LayoutDialog = ({ naming, onClose }: { naming: LayoutNaming; onClose: () => void }) => {
  const [name, setName] = useState(naming.name);
  const [shared, setShared] = useState(naming.shared);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '') {
      setProblem('Give the layout a name');
      return;
    }
    setSaving(true);
    try {
      await naming.onSave(name.trim(), shared);
      onClose();
    } catch (error) {
      setProblem(reasonOf(error));
      setSaving(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{naming.title}</strong>} size={420} centered>
      <FormStack gap={12} onSubmit={(event) => void save(event)}>
        <TextInput
          label="Name"
          maxLength={80}
          value={name}
          error={problem}
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Checkbox
          label="Share with the team"
          description="Everyone in your group at this owner can see it. You and administrators can change it."
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
        <ButtonRow>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving}>
            {naming.action}
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
