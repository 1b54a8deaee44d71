import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { ButtonRow } from './pieces/button-row.tsx';
import { FormStack } from './forms/form-stack.tsx';

interface CommentFormProps {
  /** Note about who can read the comment. */
  description: string;
  maxLength: number;
  isPending: boolean;
  onAdd: (comment: string, onAdded: () => void) => void;
}

/** Adds a comment to the record above it. */
export const CommentForm = ({ description, maxLength, isPending, onAdd }: CommentFormProps) => {
  const [comment, setComment] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (comment.trim() !== '') onAdd(comment, () => setComment(''));
  };
  return (
    <FormStack gap={10} onSubmit={submit}>
      <Textarea
        label="Comment"
        description={description}
        maxLength={maxLength}
        autosize
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <ButtonRow mt={8}>
        <Button type="submit" size="xs" variant="default" loading={isPending} disabled={comment.trim() === ''}>
          Add comment
        </Button>
      </ButtonRow>
    </FormStack>
  );
};
