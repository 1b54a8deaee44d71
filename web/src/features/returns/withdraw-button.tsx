import { Button, Modal } from '@mantine/core';
import { returnWithdraw } from '@paceline/contract';
import { useState } from 'react';
import { useReturnChange } from '../../shared/returns/returns-api.ts';
import { ReasonForm } from '../../ui/dialogs/reason-form.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import type { ShownReturn } from './prepare-return.ts';

/** Withdraws an open request, for the side that made it. */
export const WithdrawButton = ({ row }: { row: Pick<ShownReturn, 'ownerKey' | 'returnKey' | 'leadId'> }) => {
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending } = useReturnChange(returnWithdraw, () => {
    setOpen(false);
    toast.success('The return is withdrawn.');
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Withdraw
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={<strong>Withdraw the return of {row.leadId}</strong>}
        centered
      >
        <ReasonForm
          text="Everyone can read the reason. The lead is delivered again; its return can be requested again."
          label="Withdraw return"
          maxLength={500}
          isPending={isPending}
          missing="Enter a reason."
          onReason={(note) => mutate({ ownerKey: row.ownerKey, returnKey: row.returnKey, note })}
        />
      </Modal>
    </>
  );
};
