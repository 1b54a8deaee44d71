import { Button, Modal, Radio, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { type MoveField, type MoveKind, moveProblems, type MoveValues, NEW_MOVE } from './prepare-move.ts';
import { useRefusal } from './use-refusal.ts';

interface MoveDialogProps {
  /** Null: the dialog is closed. */
  kind: MoveKind | null;
  /** The campaign's name, or the number of campaigns. */
  subject: string;
  onSend: (kind: MoveKind, values: MoveValues) => Promise<void>;
  onClose: () => void;
  /** Preview of the result for the current input. */
  preview?: (kind: MoveKind, values: MoveValues) => ReactNode;
}

const WORDS: Record<MoveKind, { title: string; action: string; now: string; dates: string; text: string }> = {
  pause: {
    title: 'Pause',
    action: 'Pause',
    now: 'Now, until resumed',
    dates: 'Between dates',
    text: 'A paused campaign takes no inquiries. A new pause replaces one that is already set.',
  },
  resume: {
    title: 'Resume',
    action: 'Resume',
    now: 'Now',
    dates: 'On a date',
    text: 'It runs again within its allocation, caps and hours.',
  },
  end: {
    title: 'End',
    action: 'Set end date',
    now: 'Today is the last day',
    dates: 'On a date',
    text: 'It takes inquiries through the last day. You can reopen it later.',
  },
  reopen: {
    title: 'Reopen',
    action: 'Reopen',
    now: '',
    dates: '',
    text: 'A campaign that has ended runs again until its new last day.',
  },
};
const FIELDS: readonly MoveField[] = ['startDate', 'endDate', 'reason'];

const Body = ({ kind, subject, onSend, onClose, preview }: MoveDialogProps & { kind: MoveKind }) => {
  const [values, setValues] = useState<MoveValues>(NEW_MOVE);
  const { failure, problems, isBusy, show, run } = useRefusal(FIELDS);
  const words = WORDS[kind];
  const set = (change: Partial<MoveValues>) => setValues((now) => ({ ...now, ...change }));
  const hasDates = kind === 'reopen' || values.mode === 'dates';
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const moveErrors = moveProblems(kind, values);
    if (Object.keys(moveErrors).length > 0) show(moveErrors);
    else if (await run(() => onSend(kind, values))) onClose();
  };
  return (
    <FormStack noValidate onSubmit={(event) => void submit(event)}>
      <Text size="sm" lh={1.55}>
        <strong>{subject}.</strong> {words.text}
      </Text>
      {kind !== 'reopen' && (
        <Radio.Group
          label="When"
          value={values.mode}
          onChange={(mode) => set({ mode: mode === 'dates' ? 'dates' : 'now' })}
        >
          <Radio value="now" label={words.now} mt={6} data-autofocus />
          <Radio value="dates" label={words.dates} mt={8} />
        </Radio.Group>
      )}
      {hasDates && (
        <Columns of={2} gap={12} align="start">
          {(kind === 'pause' || kind === 'resume') && (
            <TextInput
              type="date"
              label={kind === 'pause' ? 'First day' : 'Runs again from'}
              value={values.startDate}
              error={problems.startDate}
              onChange={(event) => set({ startDate: event.currentTarget.value })}
            />
          )}
          {kind !== 'resume' && (
            <TextInput
              type="date"
              label="Last day"
              description={kind === 'pause' ? 'It resumes the next day. Blank: until resumed' : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              value={values.endDate}
              error={problems.endDate}
              onChange={(event) => set({ endDate: event.currentTarget.value })}
            />
          )}
        </Columns>
      )}
      {kind === 'pause' && (
        <Textarea
          label="Reason"
          description="Shown in the campaign’s history"
          autosize
          minRows={2}
          maxLength={500}
          value={values.reason}
          error={problems.reason}
          onChange={(event) => set({ reason: event.currentTarget.value })}
        />
      )}
      {preview?.(kind, values)}
      <FormFailure failure={failure} />
      <ButtonRow mt={4}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isBusy}>
          {words.action}
        </Button>
      </ButtonRow>
    </FormStack>
  );
};

/** Asks for dates, and for a reason when pausing. Days are in the campaign owner's zone. */
export const MoveDialog = (props: MoveDialogProps) => (
  <Modal
    opened={props.kind !== null}
    onClose={props.onClose}
    title={<strong>{props.kind && WORDS[props.kind].title}</strong>}
    centered
    size={props.preview ? 620 : 460}
  >
    {props.kind && <Body {...props} kind={props.kind} />}
  </Modal>
);
