import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { deskMoves, LEAD_REASONS, type LeadMove, leadMove, leadReasonText, leadDetails } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { toast } from '../../ui/toast-store.ts';
import classes from './lead-detail.module.css';
import { moveText, type ShownLead } from './prepare-detail.ts';

const reasonsOf = ({ to }: LeadMove): readonly string[] =>
  to in LEAD_REASONS ? LEAD_REASONS[to as keyof typeof LEAD_REASONS] : [];

const MoveForm = ({ lead, move, onDone }: { lead: ShownLead; move: LeadMove; onDone: () => void }) => {
  const queries = useQueryClient();
  const [reasonCode, setReason] = useState('');
  const [note, setNote] = useState('');
  const [reference, setReference] = useState('');
  const reasons = reasonsOf(move);
  const again = () => void queries.invalidateQueries({ queryKey: [leadDetails.id] });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi(leadMove, {
        body: {
          ownerKey: lead.ownerKey,
          leadCaptureKey: lead.leadCaptureKey,
          version: lead.version,
          statusCode: move.to,
          reasonCode: reasonCode === '' ? null : reasonCode,
          note,
          reference,
        },
      }),
    onSuccess: () => {
      again();
      toast.success(`${moveText(move.from, move.to)}: done`);
      onDone();
    },
    onError: (error) => {
      tellFailure(error);
      // Somebody else was first: the page shows what the lead is now.
      again();
    },
  });
  return (
    <form
      className={classes.fields}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      {reasons.length > 0 && (
        <NativeSelect
          label="Reason"
          required={move.needs === 'reason'}
          value={reasonCode}
          data={[
            { value: '', label: 'Choose a reason' },
            ...reasons.map((value) => ({ value, label: leadReasonText(value) })),
          ]}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {move.needs === 'referenceOrNote' && (
        <TextInput
          label="Client’s reference"
          maxLength={200}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      )}
      <Textarea
        label="Note"
        required={move.needs === 'note'}
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" loading={isPending}>
        {moveText(move.from, move.to)}
      </Button>
    </form>
  );
};

/** The moves that the table allows from here, as buttons. */
export const LeadMoves = ({ lead }: { lead: ShownLead }) => {
  const [chosen, setChosen] = useState<LeadMove | null>(null);
  return (
    <>
      {deskMoves(lead.status).map((move) => (
        <Button key={move.to} size="xs" variant="default" onClick={() => setChosen(move)}>
          {moveText(move.from, move.to)}
        </Button>
      ))}
      <Modal
        opened={chosen !== null}
        onClose={() => setChosen(null)}
        title={<strong>{chosen && moveText(chosen.from, chosen.to)}</strong>}
        centered
      >
        {chosen && <MoveForm lead={lead} move={chosen} onDone={() => setChosen(null)} />}
      </Modal>
    </>
  );
};
