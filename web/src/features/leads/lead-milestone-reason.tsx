import { Button, Modal } from '@mantine/core';
import {
  isMilestone,
  leadDetails,
  type LeadEvent,
  MILESTONE_LIMITS,
  milestoneReinstate,
  milestoneText,
  milestoneVoid,
} from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api/api.ts';
import { formatDay } from '../../lib/text/format.ts';
import { useMayReport } from '../../lib/session/may-report.ts';
import { useLabels } from '../../lib/address/owner-labels.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { ReasonForm } from '../../ui/dialogs/reason-form.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import type { ShownLead } from './prepare-detail.ts';

type MilestoneEvent = Extract<LeadEvent, { kind: 'milestone' }>;
type Lead = Pick<ShownLead, 'ownerKey' | 'leadCaptureKey'>;

/** Both actions ask for a reason and explain their effect on the numbers. */
const WAYS = {
  void: {
    call: milestoneVoid,
    label: 'Void',
    text: 'It stays in the history with the reason and is no longer counted.',
    done: 'The milestone is voided.',
    color: 'red',
  },
  reinstate: {
    call: milestoneReinstate,
    label: 'Reinstate',
    text: 'It is valid again and counted on its day.',
    done: 'The milestone is reinstated.',
    color: 'blue',
  },
} as const;

interface MilestoneReasonProps {
  event: MilestoneEvent;
  lead: Lead;
  way: keyof typeof WAYS;
  onDone: () => void;
}

const MilestoneReason = ({ event, lead, way, onDone }: MilestoneReasonProps) => {
  const { call, label, text, done, color } = WAYS[way];
  const queries = useQueryClient();
  const again = () => void queries.invalidateQueries({ queryKey: [leadDetails.id] });
  const { milestoneKey, version } = event;
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string) =>
      callApi(call, {
        params: { owner: lead.ownerKey },
        body: { leadCaptureKey: lead.leadCaptureKey, milestoneKey, version, reason },
      }),
    onSuccess: () => {
      again();
      toast.success(done);
      onDone();
    },
    onError: (failure) => {
      tellFailure(failure);
      // Conflict: the page shows the current state.
      again();
    },
  });
  const maxLength = MILESTONE_LIMITS.reasonCharacters;
  return <ReasonForm {...{ text, label, color, maxLength, isPending }} onReason={mutate} />;
};

/** Voids a milestone or restores a voided one, each with a reason. */
export const LeadMilestoneReason = ({ event, lead }: { event: LeadEvent; lead: Lead }) => {
  const mayReport = useMayReport();
  const labels = useLabels()(lead.ownerKey);
  const [isOpen, setOpen] = useState(false);
  if (event.kind !== 'milestone' || !mayReport || (event.voidReason !== null && !event.canReinstate)) return null;
  const way = event.voidReason === null ? 'void' : 'reinstate';
  const { label } = WAYS[way];
  const name = `${isMilestone(event.code) ? milestoneText(event.code, labels) : event.code} of ${formatDay(event.happenedOn)}`;
  return (
    <>
      <Button size="compact-xs" variant="subtle" aria-label={`${label} ${name}`} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={<strong>{`${label} ${name}`}</strong>} centered>
        <MilestoneReason event={event} lead={lead} way={way} onDone={() => setOpen(false)} />
      </Modal>
    </>
  );
};
