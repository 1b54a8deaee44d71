import { Button, Checkbox, NativeSelect } from '@mantine/core';
import {
  type BulkImportResult,
  type CallInput,
  leadRecheckPreview,
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
import { asksCaps, needsOf, RECHECK, type Target, targetsFor, targetText } from './prepare-update.ts';
import classes from './update.module.css';

export type LeadsToChange = CallInput<typeof leadUpdatePreview>['body']['leads'];

interface StatusFormProps {
  ownerKey: number;
  /** The leads' current statuses, as far as known. */
  statuses: readonly LeadStatus[];
  /** Whether there is one status for each lead, so that leads can be counted. */
  isOfEach?: boolean;
  /** The leads to change; null if none. */
  leads: LeadsToChange | null;
  initial?: Target;
  onPreview: (preview: BulkImportResult) => void;
}

const NO_NEEDS = { reason: false, note: false, referenceOrNote: false };

/** The new status for many leads, with its required fields; the button only previews. */
export const StatusForm = ({ ownerKey, statuses, isOfEach = false, leads, initial, onPreview }: StatusFormProps) => {
  const [wanted, setWanted] = useState<Target | ''>(initial ?? '');
  const [values, setValues] = useState(NO_VALUES);
  const [ignoreCap, setIgnoreCap] = useState(false);
  const targets = targetsFor(statuses);
  const to = wanted !== '' && targets.includes(wanted) ? wanted : '';
  const hasCaps = asksCaps(statuses, to);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (of: { leads: LeadsToChange; to: Target }) => {
      const params = { owner: ownerKey };
      if (of.to === RECHECK)
        return callApi(leadRecheckPreview, { params, body: { leads: of.leads, note: values.note } });
      const body = { leads: of.leads, statusCode: of.to, ...moveBody(values), ignoreCap: hasCaps && ignoreCap };
      return callApi(leadUpdatePreview, { params, body });
    },
    onSuccess: (preview) => preview && onPreview(preview),
  });
  const choose = (next: Target | '') => {
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
        description={
          to === RECHECK ? 'Leads that pass all checks now become Valid and are delivered. The others stay.' : undefined
        }
        required
        value={to}
        data={[
          { value: '', label: 'Choose a status' },
          ...targets.map((value) => ({ value, label: targetText(value, isOfEach ? statuses : null) })),
        ]}
        onChange={(event) => choose(event.currentTarget.value as Target | '')}
      />
      {to !== '' && (
        <MoveFields
          key={to}
          to={to === RECHECK ? 'VAL' : to}
          needs={to === RECHECK ? NO_NEEDS : needsOf(statuses, to)}
          values={values}
          onValues={setValues}
        />
      )}
      {hasCaps && (
        <Checkbox
          label="Ignore the caps"
          description="Otherwise refused and held leads are accepted only if today’s caps have room."
          checked={ignoreCap}
          onChange={(event) => setIgnoreCap(event.currentTarget.checked)}
        />
      )}
      <Button type="submit" className={classes.submit} loading={isPending} disabled={leads === null || to === ''}>
        Preview
      </Button>
    </FormStack>
  );
};
