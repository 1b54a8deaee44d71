import { Button, Modal, TextInput } from '@mantine/core';
import { layoutList, layoutSave, type NamedLayout } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { toApiError } from '../../../shared/import-dialog/import-api.ts';
import { toast } from '../../../ui/toast-store.ts';
import classes from '../update/update.module.css';

interface SaveFilterProps {
  ownerKey: number;
  layout: NamedLayout['layout'];
  onClose: () => void;
}

/** Gives the filters that are shown a name. */
export const SaveFilter = ({ ownerKey, layout, onClose }: SaveFilterProps) => {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      callApi(layoutSave, {
        params: { owner: ownerKey, screen: 'leads' },
        body: { layoutKey: null, name, shared: false, layout },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [layoutList.id] });
      toast.success(`Filter “${name.trim()}” saved.`);
      onClose();
    },
  });
  const problem = error && (toApiError(error).errors[0]?.message ?? error.message);
  return (
    <Modal opened onClose={onClose} title={<strong>Save these filters</strong>} size={420} centered>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          mutate();
        }}
      >
        <TextInput
          label="Name"
          description="Only you see it."
          required
          maxLength={80}
          data-autofocus
          value={name}
          error={problem}
          onChange={(event) => {
            setName(event.currentTarget.value);
            reset();
          }}
        />
        <Button type="submit" className={classes.submit} loading={isPending} disabled={name.trim() === ''}>
          Save
        </Button>
      </form>
    </Modal>
  );
};
