import { Button, Group, Textarea } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Note } from '../pieces/note.tsx';
import { FormStack } from '../forms/form-stack.tsx';

interface ReasonFormProps {
  /** Explains the action. */
  text: ReactNode;
  label: string;
  color?: string;
  maxLength: number;
  isPending: boolean;
  /** Error when no reason is given. */
  missing?: string;
  onReason: (reason: string) => void;
}

/** Asks for a reason, which is required. */
export const ReasonForm = ({
  text,
  label,
  color,
  maxLength,
  isPending,
  missing = 'Enter a reason.',
  onReason,
}: ReasonFormProps) => {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  return (
    <FormStack
      gap={12}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim() === '') setError(missing);
        else onReason(reason);
      }}
    >
      <Note>{text}</Note>
      <Textarea
        label="Reason"
        required
        data-autofocus
        maxLength={maxLength}
        autosize
        minRows={2}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          setError(null);
          setReason(currentTarget.value);
        }}
      />
      <Group gap={0} justify="flex-end" align="stretch" wrap="nowrap">
        <Button type="submit" {...(color !== undefined && { color })} loading={isPending}>
          {label}
        </Button>
      </Group>
    </FormStack>
  );
};
