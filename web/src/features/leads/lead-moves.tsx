import { Button, Modal } from '@mantine/core';
import { canOverride, deskMoves, type LeadMove, leadMove, leadDetails } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api/api.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { LeadOverride } from './lead-override.tsx';
import { moveBody, MoveFields, NO_VALUES } from './move-fields.tsx';
import { moveText, type ShownLead } from './prepare-detail.ts';
import { needsOf } from './update/prepare-update.ts';

const MoveForm = ({ lead, move, onDone }: { lead: ShownLead; move: LeadMove; onDone: () => void }) => {
  const queries = useQueryClient();
  const [values, setValues] = useState(NO_VALUES);
  const again = () => void queries.invalidateQueries({ queryKey: [leadDetails.id] });
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      callApi(leadMove, {
        body: {
          ownerKey: lead.ownerKey,
          leadCaptureKey: lead.leadCaptureKey,
          version: lead.version,
          statusCode: move.to,
          ...moveBody(values),
        },
      }),
    onSuccess: () => {
      again();
      toast.success(`${moveText(move.from, move.to)}: done`);
      onDone();
    },
    onError: (error) => {
      tellFailure(error);
      // Conflict: the page shows the lead's current state.
      again();
    },
  });
  return (
    <FormStack
      gap={10}
      mt={12}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <MoveFields to={move.to} needs={needsOf([move.from], move.to)} values={values} onValues={setValues} />
      <Button type="submit" loading={isPending}>
        {moveText(move.from, move.to)}
      </Button>
    </FormStack>
  );
};

/** The allowed status changes, as buttons. */
export const LeadMoves = ({ lead }: { lead: ShownLead }) => {
  const [chosen, setChosen] = useState<LeadMove | null>(null);
  return (
    <>
      {canOverride(lead.status) && <LeadOverride lead={lead} />}
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
