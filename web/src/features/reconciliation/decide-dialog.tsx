import { Box, Button, Modal, Text, Textarea } from '@mantine/core';
import {
  type ChosenDifferences,
  RECONCILIATION_LIMITS,
  type ReconciliationDecision,
  reconciliationDecide,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatDollars } from '../../lib/text/format.ts';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { previewQuery, useReconciliationChange } from './api.ts';
import { decisionText, effectText, rowsText } from './prepare-reconciliation.ts';

interface DecideDialogProps {
  ownerKey: number;
  runKey: number;
  month: string;
  chosen: ChosenDifferences;
  decision: ReconciliationDecision;
  onClose: () => void;
  onDone: () => void;
}

const DONE = { ACCEPT: 'accepted', AGREE: 'agreed', DISPUTE: 'disputed', UNDO: 'open again' } as const;

/** Shows a decision's effect on the amounts, and confirms it. */
export const DecideDialog = ({ ownerKey, runKey, month, chosen, decision, onClose, onDone }: DecideDialogProps) => {
  const preview = useQuery(previewQuery(ownerKey, { runKey, chosen, decision }));
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { mutate, isPending } = useReconciliationChange(
    reconciliationDecide,
    ownerKey,
    ({ decided, lines, amount }) => {
      const written = lines === 0 ? '' : `, ${formatDollars(amount)} written`;
      const what = rowsText(decided);
      toast.success(`${what.charAt(0).toUpperCase()}${what.slice(1)} ${DONE[decision]}${written}.`);
      onDone();
      onClose();
    },
  );
  const isDispute = decision === 'DISPUTE';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (preview.data === undefined || preview.data.rows === 0) return;
    const missing = isDispute && note.trim() === '' ? 'Write why it is disputed.' : null;
    setError(missing);
    if (missing === null) mutate({ runKey, rows: preview.data.versions, decision, note });
  };
  const label = decisionText(decision);
  return (
    <Modal opened onClose={onClose} title={<strong>{label}</strong>} centered size={560}>
      <FormStack gap={10} onSubmit={submit} noValidate>
        <Loaded query={preview} what="preview">
          {(shown) => (
            <>
              <Text size="sm" mb={4}>
                {effectText(shown, decision, month)}
              </Text>
              {shown.leftOut.length > 0 && (
                <>
                  <Text size="sm" mb={4}>
                    Left out:
                  </Text>
                  <Box component="ul" fz="sm" m={0} p="0 0 0 18px">
                    {shown.leftOut.map(({ message, rows }) => (
                      <li key={message}>
                        {rowsText(rows)}: {message}
                      </li>
                    ))}
                  </Box>
                </>
              )}
              <Textarea
                label={isDispute ? 'Reason' : 'Note'}
                description="Both sides read it."
                required={isDispute}
                data-autofocus={isDispute || undefined}
                maxLength={RECONCILIATION_LIMITS.noteCharacters}
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
                  disabled={shown.rows === 0}
                  color={isDispute ? 'red' : 'brand'}
                  // One key opens the dialog, another confirms.
                  ref={isDispute ? undefined : (button) => button?.focus()}
                >
                  {`${label}: ${rowsText(shown.rows)}`}
                </Button>
              </ButtonRow>
            </>
          )}
        </Loaded>
      </FormStack>
    </Modal>
  );
};
