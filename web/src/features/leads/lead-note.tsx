import { Button, Textarea } from '@mantine/core';
import { leadDetails, leadNoteSave } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api/api.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { FormStack } from '../../ui/forms/form-stack.tsx';

/** Adds a note to a lead, visible to the agency only. */
export const LeadNote = ({ ownerKey, leadCaptureKey }: { ownerKey: number; leadCaptureKey: number }) => {
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi(leadNoteSave, { body: { ownerKey, leadCaptureKey, note } }),
    onSuccess: () => {
      setNote('');
      void queries.invalidateQueries({ queryKey: [leadDetails.id] });
    },
    onError: tellFailure,
  });
  return (
    <FormStack
      gap={10}
      mt={12}
      onSubmit={(event) => {
        event.preventDefault();
        if (note.trim() !== '') mutate();
      }}
    >
      <Textarea
        aria-label="Note"
        placeholder="Write a note for your team"
        maxLength={2000}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <div>
        <Button type="submit" size="xs" variant="default" loading={isPending} disabled={note.trim() === ''}>
          Add note
        </Button>
      </div>
    </FormStack>
  );
};
