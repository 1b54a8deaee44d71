import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { layoutList, layoutSave, NAMED_RANGES, type NamedLayout, type NamedRange } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api/api.ts';
import { toApiError } from '../../../shared/import-dialog/import-api.ts';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import classes from '../update/update.module.css';
import { daysText, sameRange, withRange } from './prepare-saved.ts';

const RANGE_OPTIONS = Object.entries(NAMED_RANGES).map(([value, label]) => ({ value, label }));

interface SaveFilterProps {
  ownerKey: number;
  /** Today in the owner's zone. */
  today: string;
  layout: NamedLayout['layout'];
  onClose: () => void;
}

/** Saves the current filters under a name. */
export const SaveFilter = ({ ownerKey, today, layout, onClose }: SaveFilterProps) => {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const { fromDate, toDate } = layout.filters;
  const [range, setRange] = useState<NamedRange | ''>(() => sameRange(layout, today) ?? '');
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () =>
      callApi(layoutSave, {
        params: { owner: ownerKey, screen: 'leads' },
        body: { layoutKey: null, name, shared: false, layout: withRange(layout, range || null) },
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
      <FormStack
        gap={12}
        maw={480}
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
        <NativeSelect
          label="Days"
          description="Relative days such as “yesterday” move with the calendar."
          data={[{ value: '', label: daysText(fromDate, toDate) }, ...RANGE_OPTIONS]}
          value={range}
          onChange={({ currentTarget }) => setRange(currentTarget.value as NamedRange | '')}
        />
        <Button type="submit" className={classes.submit} loading={isPending} disabled={name.trim() === ''}>
          Save
        </Button>
      </FormStack>
    </Modal>
  );
};
