import { Button, NativeSelect } from '@mantine/core';
import {
  type BulkImportResult,
  type CallInput,
  LEAD_STATUSES,
  type LeadStatus,
  leadUpdatePreview,
} from '@paceline/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api/api.ts';
import { toApiError } from '../../../shared/import-dialog/import-api.ts';
import { FormFailure } from '../../../ui/forms/form-failure.tsx';
import { FormStack } from '../../../ui/forms/form-stack.tsx';
import { moveBody, MoveFields, NO_VALUES } from '../move-fields.tsx';
import { needsOf, targetsFor } from './prepare-update.ts';
import classes from './update.module.css';

export type LeadsToChange = CallInput<typeof leadUpdatePreview>['body']['leads'];

interface StatusFormProps {
  ownerKey: number;
  /** The leads' current statuses, as far as known. */
  statuses: readonly LeadStatus[];
  /** The leads to change; null if none. */
  leads: LeadsToChange | null;
  onPreview: (preview: BulkImportResult) => void;
}

/** The new status for many leads, with its required fields; the button only previews. */
export const StatusForm = ({ ownerKey, statuses, leads, onPreview }: StatusFormProps) => {
  const [wanted, setWanted] = useState<LeadStatus | ''>('');
  const [values, setValues] = useState(NO_VALUES);
  const targets = targetsFor(statuses);
  const to = wanted !== '' && targets.includes(wanted) ? wanted : '';
  const { mutate, isPending, error } = useMutation({
    mutationFn: (of: { leads: LeadsToChange; to: LeadStatus }) =>
      callApi(leadUpdatePreview, {
        params: { owner: ownerKey },
        body: { leads: of.leads, statusCode: of.to, ...moveBody(values) },
      }),
    onSuccess: (preview) => preview && onPreview(preview),
  });
  const choose = (next: LeadStatus | '') => {
    setWanted(next);
    // Reasons depend on the status.
    setValues({ ...values, reasonCode: '' });
  };
  return (
    <FormStack
      gap={12}
      maw={480}
      onSubmit={(event) => {
        event.preventDefault();
        if (leads !== null && to !== '') mutate({ leads, to });
      }}
    >
      <FormFailure failure={error && { message: error.message, requestId: toApiError(error).requestId }} />
      <NativeSelect
        label="New status"
        required
        value={to}
        data={[
          { value: '', label: 'Choose a status' },
          ...targets.map((value) => ({ value, label: LEAD_STATUSES[value].label })),
        ]}
        onChange={(event) => choose(event.currentTarget.value as LeadStatus | '')}
      />
      {to !== '' && <MoveFields key={to} to={to} needs={needsOf(statuses, to)} values={values} onValues={setValues} />}
      <Button type="submit" className={classes.submit} loading={isPending} disabled={leads === null || to === ''}>
        Preview
      </Button>
    </FormStack>
  );
};
