import { Box, Button, Modal, Text, Textarea } from '@mantine/core';
import { returnDecide, type ReturnDecision } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMay } from '../../lib/session/permissions.ts';
import { decisionPlan, returnsText } from '../../shared/returns/prepare-returns.ts';
import { decisionQuery, useReturnChange } from '../../shared/returns/returns-api.ts';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { toast } from '../../ui/toast/toast-store.ts';

interface DecideDialogProps {
  ownerKey: number;
  returnKeys: number[];
  decision: ReturnDecision;
  onClose: () => void;
  onDone: () => void;
}

const WORDS = { ACCEPT: { verb: 'Accept', done: 'accepted' }, DECLINE: { verb: 'Decline', done: 'declined' } } as const;

/** Shows which month a decision affects and how, and confirms it. */
export const DecideDialog = ({ ownerKey, returnKeys, decision, onClose, onDone }: DecideDialogProps) => {
  const mayOverride = useMay('leadanalyzer:Override');
  const preview = useQuery(decisionQuery({ ownerKey, returnKeys }));
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { verb, done } = WORDS[decision];
  const { mutate, isPending } = useReturnChange(returnDecide, ({ decided, credited }) => {
    const lines = credited === 0 ? '' : `, ${credited === 1 ? 'one credit line' : `${credited} credit lines`} written`;
    toast.success(`${returnsText(decided)} ${done}${lines}.`);
    onDone();
    onClose();
  });
  const plan = preview.data && decisionPlan(preview.data, decision, mayOverride);
  // If some are left out, the preview is requested again for the others only.
  const isCut = plan !== undefined && plan.leftOut.length > 0 && plan.returnKeys.length > 0;
  const rest = useQuery({
    ...decisionQuery({ ownerKey, returnKeys: isCut ? plan.returnKeys : returnKeys }),
    enabled: isCut,
  });
  const effects = isCut ? rest.data && decisionPlan(rest.data, decision, mayOverride).effects : (plan?.effects ?? []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (plan === undefined || plan.returnKeys.length === 0) return;
    const missing = decision === 'DECLINE' && note.trim() === '' ? 'Write why it is declined.' : null;
    setError(missing);
    if (missing === null) mutate({ ownerKey, returnKeys: plan.returnKeys, decision, note });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={<strong>{`${verb} ${returnsText(returnKeys.length)}`}</strong>}
      centered
      size={560}
    >
      <FormStack gap={10} onSubmit={submit} noValidate>
        <Loaded query={preview} what="preview">
          {() => (
            <>
              {effects?.map((effect) => (
                <Text key={effect} size="sm">
                  {effect}
                </Text>
              ))}
              {plan && plan.leftOut.length > 0 && (
                <>
                  <Text size="sm">Left out:</Text>
                  <Box component="ul" fz="sm" m={0} p="0 0 0 18px" style={{ overflowWrap: 'anywhere' }}>
                    {plan.leftOut.map(({ leadId, why }) => (
                      <li key={leadId}>
                        {leadId}: {why}
                      </li>
                    ))}
                  </Box>
                </>
              )}
            </>
          )}
        </Loaded>
        <Textarea
          label={decision === 'DECLINE' ? 'Reason' : 'Note'}
          description="The client and the media partner read it."
          required={decision === 'DECLINE'}
          maxLength={500}
          autosize
          minRows={2}
          value={note}
          error={error}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <ButtonRow mt={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            loading={isPending}
            disabled={plan === undefined || plan.returnKeys.length === 0}
            color={decision === 'DECLINE' ? 'red' : 'brand'}
          >
            {`${verb} ${returnsText(plan?.returnKeys.length ?? 0)}`}
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
