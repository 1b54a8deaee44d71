import { Button, Checkbox, Modal, Textarea } from '@mantine/core';
import { leadDetails, leadOverride } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../lib/api/api.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { FormFailure } from '../../ui/forms/form-failure.tsx';
import { FormStack } from '../../ui/forms/form-stack.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import type { ShownLead } from './prepare-detail.ts';

const OverrideForm = ({ lead, onDone }: { lead: ShownLead; onDone: () => void }) => {
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const [ignoreCap, setIgnoreCap] = useState(false);
  const { ownerKey, leadCaptureKey, version } = lead;
  const { mutate, isPending, data } = useMutation({
    mutationFn: () =>
      callApi(leadOverride, { body: { ownerKey, leads: [{ leadCaptureKey, version }], note, ignoreCap } }),
    onSuccess: (results) => {
      void queries.invalidateQueries({ queryKey: [leadDetails.id] });
      if (results?.[0]?.isTaken !== true) return;
      toast.success('Accepted despite the checks. It is being delivered.');
      onDone();
    },
    onError: tellFailure,
  });
  const refused = data?.[0]?.isTaken === false ? data[0].message : null;
  return (
    <FormStack
      gap={10}
      mt={12}
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <FormFailure failure={refused === null ? null : { message: refused, requestId: null }} />
      <Textarea
        label="Note"
        description="Why it is accepted although a check refused it."
        required
        maxLength={500}
        autosize
        minRows={2}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Checkbox
        label="Ignore the caps"
        description="Otherwise it is accepted only if today’s caps have room."
        checked={ignoreCap}
        onChange={(event) => setIgnoreCap(event.currentTarget.checked)}
      />
      <Button type="submit" loading={isPending} disabled={note.trim() === ''}>
        Override and deliver
      </Button>
    </FormStack>
  );
};

/** Accepts a lead that a check refused or held, and delivers it. */
export const LeadOverride = ({ lead }: { lead: ShownLead }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Override and deliver
      </Button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={<strong>Override and deliver</strong>} centered>
        {isOpen && <OverrideForm lead={lead} onDone={() => setOpen(false)} />}
      </Modal>
    </>
  );
};
