import { Button, Modal, Textarea } from '@mantine/core';
import {
  isMilestone,
  leadDetails,
  type LeadEvent,
  MILESTONE_LIMITS,
  milestoneText,
  milestoneVoid,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { formatDay } from '../../lib/format.ts';
import { useMayReport } from '../../lib/may-report.ts';
import { useLabels } from '../../lib/owner-labels.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { toast } from '../../ui/toast-store.ts';
import classes from './lead-detail.module.css';
import type { ShownLead } from './prepare-detail.ts';

type MilestoneEvent = Extract<LeadEvent, { kind: 'milestone' }>;
type Lead = Pick<ShownLead, 'ownerKey' | 'leadCaptureKey'>;

const VoidForm = ({ event, lead, onDone }: { event: MilestoneEvent; lead: Lead; onDone: () => void }) => {
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const again = () => void queries.invalidateQueries({ queryKey: [leadDetails.id] });
  const { milestoneKey, version } = event;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi(milestoneVoid, {
        params: { owner: lead.ownerKey },
        body: { leadCaptureKey: lead.leadCaptureKey, milestoneKey, version, reason },
      }),
    onSuccess: () => {
      again();
      toast.success('The milestone is voided.');
      onDone();
    },
    onError: (failure) => {
      tellFailure(failure);
      // Somebody else was first: the page shows what stands now.
      again();
    },
  });
  return (
    <form
      className={classes.fields}
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (reason.trim() === '') setError('Give a reason.');
        else mutate();
      }}
    >
      <p className={classes.detail}>It stays in the history with the reason, and no number counts it any more.</p>
      <Textarea
        label="Reason"
        required
        data-autofocus
        maxLength={MILESTONE_LIMITS.reasonCharacters}
        autosize
        minRows={2}
        value={reason}
        error={error}
        onChange={({ currentTarget }) => {
          setError(null);
          setReason(currentTarget.value);
        }}
      />
      <Button type="submit" color="red" loading={isPending}>
        Void
      </Button>
    </form>
  );
};

/** Takes a milestone that stands back, with a reason. */
export const LeadMilestoneVoid = ({ event, lead }: { event: LeadEvent; lead: Lead }) => {
  const mayReport = useMayReport();
  const labels = useLabels()(lead.ownerKey);
  const [isOpen, setOpen] = useState(false);
  if (event.kind !== 'milestone' || event.voidReason !== null || !mayReport) return null;
  const name = `${isMilestone(event.code) ? milestoneText(event.code, labels) : event.code} of ${formatDay(event.happenedOn)}`;
  return (
    <>
      <Button size="compact-xs" variant="subtle" aria-label={`Void ${name}`} onClick={() => setOpen(true)}>
        Void
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={<strong>Void {name}</strong>} centered>
        <VoidForm event={event} lead={lead} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
};
