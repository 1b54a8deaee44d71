import { Button, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import type { LeadEditDialogProps } from './lead-edit-dialog.tsx';

const LeadEditDialog = lazyDialog<LeadEditDialogProps>(
  async () => (await import('./lead-edit-dialog.tsx')).LeadEditDialog,
);

interface LeadEditProps extends ButtonProps {
  ownerKey: number;
  leadKey: number;
  leadId: string;
}

/** Opens the form that corrects a lead and sends it again: one form on every page. */
export const LeadEdit = ({ ownerKey, leadKey, leadId, ...button }: LeadEditProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" {...button} onClick={() => setOpen(true)}>
        Edit and retry
      </Button>
      <LeadEditDialog
        ownerKey={ownerKey}
        leadKey={leadKey}
        leadId={leadId}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  );
};
