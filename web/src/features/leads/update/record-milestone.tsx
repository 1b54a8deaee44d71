import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type BulkImportResult, type Milestone, milestonePreview } from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api/api.ts';
import { formatCount, todayIn } from '../../../lib/text/format.ts';
import { useLabels } from '../../../lib/address/owner-labels.ts';
import { toApiError } from '../../../shared/import-dialog/import-api.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { milestoneOptions } from '../prepare-leads.ts';
import { MILESTONE_WORDS } from './prepare-update.ts';
import { PreviewDialog } from './preview-dialog.tsx';
import classes from './update.module.css';

interface MilestoneFormProps {
  ownerKey: number;
  timeZone: string;
  leadCaptureKeys: readonly number[];
  onPreview: (result: BulkImportResult) => void;
}

const MilestoneForm = ({ ownerKey, timeZone, leadCaptureKeys, onPreview }: MilestoneFormProps) => {
  const options = milestoneOptions(useLabels()(ownerKey));
  const [milestone, setMilestone] = useState<Milestone>('CONTACT');
  const [date, setDate] = useState(() => todayIn(timeZone, new Date()));
  const [term, setTerm] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      callApi(milestonePreview, {
        params: { owner: ownerKey },
        body: {
          leadCaptureKeys: [...leadCaptureKeys],
          milestone,
          date,
          ...(term.trim() !== '' && { term: term.trim() }),
        },
      }),
    onSuccess: (result) => result && onPreview(result),
  });
  return (
    <FormStack
      gap={12}
      maw={480}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <FormFailure failure={error && { message: error.message, requestId: toApiError(error).requestId }} />
      <NativeSelect
        label="Milestone"
        data={options}
        value={milestone}
        onChange={({ currentTarget }) => setMilestone(currentTarget.value as Milestone)}
      />
      <TextInput
        type="date"
        label="Date"
        required
        value={date}
        onChange={({ currentTarget }) => setDate(currentTarget.value)}
      />
      <TextInput
        label="Term"
        maxLength={100}
        value={term}
        onChange={({ currentTarget }) => setTerm(currentTarget.value)}
      />
      <Button type="submit" className={classes.submit} loading={isPending} disabled={date === ''}>
        Preview
      </Button>
    </FormStack>
  );
};

interface RecordMilestoneProps extends Omit<MilestoneFormProps, 'onPreview'> {
  onClose: () => void;
}

/** Records a milestone on the selected leads; first shows which can have it, and why the others cannot. */
export const RecordMilestone = ({ onClose, ...form }: RecordMilestoneProps) => {
  const count = form.leadCaptureKeys.length;
  return (
    <PreviewDialog
      ownerKey={form.ownerKey}
      title={`Record a milestone on ${formatCount(count)} ${count === 1 ? 'lead' : 'leads'}`}
      words={MILESTONE_WORDS}
      onClose={onClose}
    >
      {(onPreview) => <MilestoneForm {...form} onPreview={onPreview} />}
    </PreviewDialog>
  );
};
