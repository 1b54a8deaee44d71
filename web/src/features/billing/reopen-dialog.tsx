import { Button, Modal, Textarea } from '@mantine/core';
import { billableReopen } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Note } from '../../ui/pieces/note.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { useBillingChange } from './api.ts';
import { monthText } from './prepare-billing.ts';

interface ReopenDialogProps {
  isOpen: boolean;
  ownerKey: number;
  month: string;
  onClose: () => void;
}

export const ReopenDialog = ({ isOpen, ownerKey, month, onClose }: ReopenDialogProps) => {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const name = monthText(month);
  const { mutate, isPending } = useBillingChange(billableReopen, () => {
    toast.success(`${name} is open again.`);
    setReason('');
    onClose();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const missing = reason.trim() === '' ? 'Write why the month is opened again.' : null;
    setError(missing);
    if (missing === null) mutate({ ownerKey, month, reason });
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={<strong>{`Reopen ${name}`}</strong>} centered size={480}>
      <FormStack gap={10} onSubmit={submit} noValidate>
        <Note>
          The lines from the previous close stay. From now on, changes go into this month until it is closed again.
        </Note>
        <Textarea
          label="Reason"
          required
          maxLength={500}
          autosize
          minRows={2}
          value={reason}
          error={error}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <ButtonRow mt={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Reopen month
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
