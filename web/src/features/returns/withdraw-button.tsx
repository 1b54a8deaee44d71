import { Button, Modal, Textarea } from '@mantine/core';
import { returnWithdraw } from '@paceline/contract';
import { type FormEvent, useState } from 'react';
import { useReturnChange } from '../../shared/returns/returns-api.ts';
import classes from '../../shared/returns/returns.module.css';
import { toast } from '../../ui/toast-store.ts';
import type { ShownReturn } from './prepare-return.ts';

/** Takes an open request back, for the side that asked. */
export const WithdrawButton = ({ row }: { row: Pick<ShownReturn, 'ownerKey' | 'returnKey' | 'leadId'> }) => {
  const [isOpen, setOpen] = useState(false);
  const [note, setNote] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { mutate, isPending } = useReturnChange(returnWithdraw, () => {
    setOpen(false);
    toast.success('The return is withdrawn.');
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { ownerKey, returnKey } = row;
    if (note.trim() === '') setError('Write why it is withdrawn.');
    else mutate({ ownerKey, returnKey, note });
  };
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
        <form className={classes.form} onSubmit={submit} noValidate>
          <Textarea
            label="Reason"
            description="All sides read it. The lead is delivered again, and its return can be requested anew."
            required
            data-autofocus
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            error={error}
            onChange={({ currentTarget }) => {
              setError(null);
              setNote(currentTarget.value);
            }}
          />
          <div className={classes.buttons}>
            <Button type="submit" loading={isPending}>
              Withdraw return
            </Button>
          </div>
        </form>
      </Modal>
    </>
  );
};
