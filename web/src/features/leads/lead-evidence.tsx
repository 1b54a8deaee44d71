import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { type EvidenceFormat, leadDetails, leadEvidence } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadApi, saveFile } from '../../lib/files/download.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { groupOfSession } from '../../lib/session/session-store.ts';
import { tellFailure } from '../../shared/list/use-list-export.ts';
import { Note } from '../../ui/pieces/note.tsx';
import type { ShownLead } from './prepare-detail.ts';

/** Proof of the lead's origin and delivery as a file; downloading is recorded on the lead. */
export const LeadEvidence = ({ lead }: { lead: Pick<ShownLead, 'ownerKey' | 'leadCaptureKey' | 'leadId'> }) => {
  const { ownerKey, leadCaptureKey, leadId } = lead;
  const mayExport = useMay('leadanalyzer:Export') && groupOfSession() !== 'mp';
  const maySeePeople = useMay('leadanalyzer:ViewPII') && groupOfSession() === 'ag';
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [wholePerson, setWhole] = useState(false);
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (format: EvidenceFormat) => {
      const body = { ownerKey, leadCaptureKey, format, wholePerson };
      const file = await downloadApi(leadEvidence, { body }, { fallbackName: `evidence-${leadId}.${format}` });
      if (file) saveFile(file);
    },
    onSuccess: () => {
      setOpen(false);
      void queries.invalidateQueries({ queryKey: [leadDetails.id] });
    },
    onError: tellFailure,
  });
  if (!mayExport) return null;
  const choice = (format: EvidenceFormat, label: string) => (
    <Button
      size="xs"
      variant="default"
      loading={isPending && variables === format}
      disabled={isPending}
      onClick={() => mutate(format)}
    >
      {label}
    </Button>
  );
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={280} trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default" onClick={() => setOpen(!isOpen)}>
          Evidence
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Evidence">
        <Note>
          Consent, checks, delivery and history of this lead, without prices. Downloading it is recorded on the lead.
        </Note>
        <Stack gap={10} mt={12}>
          {maySeePeople && (
            <Checkbox
              label="Show the whole person"
              checked={wholePerson}
              onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
            />
          )}
          {choice('pdf', 'PDF')}
          {choice('zip', 'ZIP with data and checksums')}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
};
