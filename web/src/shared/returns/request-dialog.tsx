import { Button, Checkbox, Modal, NativeSelect, NumberInput, Textarea } from '@mantine/core';
import { MAX_RETURNS, missingReturnNote, type ReturnReason, returnRequest } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { formatCount } from '../../lib/text/format.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { ButtonRow } from '../../ui/pieces/button-row.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { Loaded } from '../../ui/states/loaded.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { readLeadIds, REASON_OPTIONS, returnsText } from './prepare-returns.ts';
import { RequestPreview } from './request-preview.tsx';
import { previewQuery, useReturnChange } from './returns-api.ts';

interface RequestDialogProps {
  ownerKey: number;
  timeZone: string;
  /** The selected leads; null when ids are pasted. */
  leadIds: readonly string[] | null;
  onClose: () => void;
}

const titleOf = (leadIds: readonly string[] | null): string => {
  if (leadIds === null) return 'Request returns';
  const [first = '', ...others] = leadIds;
  return others.length === 0 ? `Request return: ${first}` : `Request returns of ${formatCount(leadIds.length)} leads`;
};

const tooMany = (count: number): string | null =>
  count > MAX_RETURNS ? `At most ${formatCount(MAX_RETURNS)} at once. Use a file for more.` : null;

/** Requests the return of leads, selected or by pasted ids. Shows before sending which can be returned, and why the others cannot. */
export const RequestDialog = ({ ownerKey, timeZone, leadIds, onClose }: RequestDialogProps) => {
  const mayOverride = useMay('leadanalyzer:Override') && groupOfSession() === 'ag';
  const [pasted, setPasted] = useState('');
  const [leads, setLeads] = useState<string[]>([...(leadIds ?? [])]);
  const [reasonCode, setReason] = useState<ReturnReason>('WRONG_NUMBER');
  const [attempts, setAttempts] = useState<number | null>(null);
  const [override, setOverride] = useState(false);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const wish = { ownerKey, leads, reasonCode, attempts, override };
  const preview = useQuery({ ...previewQuery(wish), enabled: leads.length > 0 });
  const rows = preview.data?.rows ?? [];
  const ready = rows.filter(({ refusal }) => refusal === null).length;
  const canOverride = mayOverride && (override || rows.some((row) => row.canOverride));
  const { mutate, isPending } = useReturnChange(returnRequest, ({ requested, accepted, refused }) => {
    const atOnce = accepted === 0 ? '' : `, ${formatCount(accepted)} accepted at once`;
    if (requested > 0) toast.success(`${returnsText(requested)} requested${atOnce}.`);
    const [first] = refused;
    if (first) toast.error({ message: `${first.lead}: ${first.message}` });
    onClose();
  });

  const check = () => {
    const ids = readLeadIds(pasted);
    const problem = ids.length === 0 ? 'Paste at least one lead ID.' : tooMany(ids.length);
    setError(problem);
    if (problem === null) setLeads(ids);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (leads.length === 0) return check();
    const missing = missingReturnNote({ reasonCode, override, note });
    setError(missing);
    if (missing === null && ready > 0) mutate({ ...wish, note });
  };
  return (
    <Modal opened onClose={onClose} title={<strong>{titleOf(leadIds)}</strong>} centered size={620}>
      <FormStack gap={10} onSubmit={submit} noValidate>
        {leadIds === null && (
          <Textarea
            label="Lead IDs"
            description="One per line, or separated by commas."
            autosize
            minRows={3}
            maxRows={8}
            value={pasted}
            error={leads.length === 0 ? error : null}
            onChange={(event) => {
              setPasted(event.currentTarget.value);
              setLeads([]);
            }}
          />
        )}
        <NativeSelect
          label="Reason"
          data={REASON_OPTIONS}
          value={reasonCode}
          onChange={(event) => setReason(event.currentTarget.value as ReturnReason)}
        />
        {reasonCode === 'NO_CONTACT' && (
          <NumberInput
            label="Attempts to reach the person"
            min={0}
            max={99}
            allowDecimal={false}
            value={attempts ?? ''}
            onChange={(value) => setAttempts(typeof value === 'number' ? value : null)}
          />
        )}
        <Textarea
          label="Note"
          description="The media partner can read it. Do not enter names, phone numbers or addresses."
          required={reasonCode === 'OTHER' || override}
          maxLength={500}
          autosize
          minRows={2}
          value={note}
          error={leads.length > 0 ? error : null}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {leads.length > 0 && (
          <Loaded query={preview} what="preview">
            {(data) => <RequestPreview rows={data.rows} timeZone={timeZone} />}
          </Loaded>
        )}
        {canOverride && (
          <Checkbox
            label="Request it outside the window or the limit"
            checked={override}
            onChange={(event) => setOverride(event.currentTarget.checked)}
          />
        )}
        <ButtonRow mt={8}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending} disabled={leads.length > 0 && ready === 0}>
            {leads.length === 0 ? 'Check leads' : `Request ${returnsText(ready)}`}
          </Button>
        </ButtonRow>
      </FormStack>
    </Modal>
  );
};
