import { Button, Drawer, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import {
  ATTENTION_NOTE_LENGTH,
  ATTENTION_STATES,
  attentionPeople,
  attentionSave,
  type AttentionState,
  HISTORY_RIGHTS,
} from '@paceline/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../lib/api/api-error.ts';
import { callApi } from '../../../lib/api/api.ts';
import { callQuery } from '../../../lib/api/op-query.ts';
import { useMay } from '../../../lib/session/permissions.ts';
import { useOwner } from '../../../lib/session/session-store.ts';
import { localZone } from '../../../lib/text/format.ts';
import { RecordHistory } from '../../../shared/history/record-history.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { isWidgetKey } from '../api.ts';
import type { ExceptionRow } from './prepare-exceptions.ts';

interface WorkDrawerProps {
  isOpen: boolean;
  row: ExceptionRow | null;
  ownerKey: number;
  onClose: () => void;
}

const toApiError = (error: Error): ApiError =>
  error instanceof ApiError ? error : new ApiError({ code: 'INTERNAL', message: error.message });

const STATES = Object.entries(ATTENTION_STATES).map(([value, label]) => ({ value, label }));

interface FormProps {
  row: ExceptionRow;
  ownerKey: number;
  onDone: () => void;
}

const WorkForm = ({ row, ownerKey, onDone }: FormProps) => {
  const queries = useQueryClient();
  const people = useQuery(callQuery(attentionPeople, { params: { owner: ownerKey } }));
  const [assignee, setAssignee] = useState(String(row.work?.assigneeKey ?? ''));
  const [state, setState] = useState<AttentionState>(row.work?.state ?? 'OPEN');
  const [note, setNote] = useState(row.work?.note ?? '');
  const [snoozedUntil, setSnoozedUntil] = useState(row.work?.snoozedUntil ?? '');
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      callApi(attentionSave, {
        params: { owner: ownerKey },
        body: {
          ...row.subject,
          rowVersion: row.work?.rowVersion ?? null,
          assigneeKey: assignee === '' ? null : Number(assignee),
          state,
          note,
          snoozedUntil: snoozedUntil === '' ? null : snoozedUntil,
        },
      }),
    onSuccess: async () => {
      toast.success(`${row.name}: saved.`);
      onDone();
      await queries.invalidateQueries({ predicate: ({ queryKey }) => isWidgetKey(queryKey) });
    },
  });
  const refusal = error === null ? null : toApiError(error);
  const problem = (field: string): string | undefined => refusal?.errors.find((one) => one.field === field)?.message;
  const isPlaced = refusal !== null && refusal.errors.length > 0;
  return (
    <FormStack
      mb={20}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <NativeSelect
        label="Assigned to"
        value={assignee}
        error={problem('assigneeKey')}
        onChange={(event) => setAssignee(event.currentTarget.value)}
        data={[
          { value: '', label: 'Nobody' },
          ...(people.data ?? []).map(({ userKey, name }) => ({ value: String(userKey), label: name })),
        ]}
      />
      <SegmentedControl
        aria-label="State"
        data={STATES}
        value={state}
        onChange={(value) => setState(value as AttentionState)}
      />
      <Textarea
        label="Note"
        autosize
        minRows={2}
        maxLength={ATTENTION_NOTE_LENGTH}
        value={note}
        error={problem('note')}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <TextInput
        type="date"
        label="Snooze until"
        description="Back on the list on this day. Empty: not snoozed."
        value={snoozedUntil}
        error={problem('snoozedUntil')}
        onChange={(event) => setSnoozedUntil(event.currentTarget.value)}
      />
      <FormFailure failure={isPlaced || error === null ? null : toApiError(error)} />
      <ButtonRow>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Save
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

/** What is done about a row: who works on it, state, note and snooze, with the history of its record. */
export const WorkDrawer = ({ isOpen, row, ownerKey, onClose }: WorkDrawerProps) => {
  const timeZone = useOwner().timeZone ?? localZone();
  const maySeeHistory = useMay(HISTORY_RIGHTS[row?.subject.subject ?? 'campaign']);
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      position="right"
      size={460}
      padding="md"
      title={<strong>{row?.name}</strong>}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {row !== null && (
        <>
          <WorkForm key={row.key} row={row} ownerKey={ownerKey} onDone={onClose} />
          {maySeeHistory && (
            <RecordHistory entity={row.subject.subject} recordKey={row.subject.recordKey} timeZone={timeZone} />
          )}
        </>
      )}
    </Drawer>
  );
};
