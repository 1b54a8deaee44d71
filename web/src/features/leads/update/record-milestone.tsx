import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { type BulkImportResult, leadSearch, type Milestone, milestonePreview } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatCount, todayIn } from '../../../lib/format.ts';
import { useLabels } from '../../../lib/owner-labels.ts';
import { toApiError } from '../../../shared/import-dialog/import-api.ts';
import { ImportReview } from '../../../shared/import-dialog/import-review.tsx';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { milestoneOptions } from '../prepare-leads.ts';
import { MILESTONE_WORDS } from './prepare-update.ts';
import classes from './update.module.css';

interface RecordMilestoneProps {
  ownerKey: number;
  timeZone: string;
  leadCaptureKeys: readonly number[];
  onClose: () => void;
}

/** Records one milestone on the leads that are chosen: which can have it, and why the others cannot, is shown first. */
export const RecordMilestone = ({ ownerKey, timeZone, leadCaptureKeys, onClose }: RecordMilestoneProps) => {
  const queries = useQueryClient();
  const options = milestoneOptions(useLabels()(ownerKey));
  const [milestone, setMilestone] = useState<Milestone>('CONTACT');
  const [date, setDate] = useState(() => todayIn(timeZone, new Date()));
  const [term, setTerm] = useState('');
  const [preview, setPreview] = useState<BulkImportResult | null>(null);
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
    onSuccess: (result) => result && setPreview(result),
  });
  const show = (result: BulkImportResult) => {
    setPreview(result);
    void queries.invalidateQueries({ queryKey: [leadSearch.id] });
  };
  const count = leadCaptureKeys.length;
  const title = `Record a milestone on ${formatCount(count)} ${count === 1 ? 'lead' : 'leads'}`;
  return (
    <Modal opened onClose={onClose} title={<strong>{title}</strong>} size={preview ? 1040 : 480} centered>
      {preview && (
        <ImportReview
          owner={ownerKey}
          file={preview}
          words={MILESTONE_WORDS}
          onApplied={show}
          onUndone={show}
          onAnother={preview.state === 'VALIDATED' ? () => setPreview(null) : onClose}
          onClose={onClose}
        />
      )}
      <form
        className={classes.form}
        hidden={preview !== null}
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
      </form>
    </Modal>
  );
};
