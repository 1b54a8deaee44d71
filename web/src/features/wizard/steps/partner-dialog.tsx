import { TextInput } from '@mantine/core';
import { allPartnerList, type PartnerForm, partnerFormSchema, partnerSave } from '@paceline/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { FormDialog, useFieldErrors } from '../../../shared/form/form-dialog.tsx';
import { schemaProblems, sortRefusal } from '../../../shared/form/prepare-refusal.ts';
import { toast } from '../../../ui/toast-store.ts';

const FIELDS = ['mediaPartnerName', 'mediaPartnerCode', 'affiliateKey'] as const;
const LABELS = { mediaPartnerName: 'Name', mediaPartnerCode: 'Code', affiliateKey: 'Affiliate key' } as const;

/** A partner that sells leads. It is the agency's and no owner's, and so is made at once. */
export const PartnerDialog = ({ onMade, onClose }: { onMade: (partnerKey: number) => void; onClose: () => void }) => {
  const [values, setValues] = useState({ mediaPartnerName: '', mediaPartnerCode: '', affiliateKey: '' });
  const { errors, show } = useFieldErrors();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (body: PartnerForm) => callApi(partnerSave, { body }),
    onSuccess: async (made) => {
      if (made === undefined) return;
      await queries.invalidateQueries({ queryKey: [allPartnerList.id] });
      toast.success(`${made.mediaPartnerName} is saved.`);
      onMade(made.mediaPartnerKey);
    },
    onError: (error) => {
      const sorted = sortRefusal(error, (field) => FIELDS.find((one) => one === field) ?? null);
      show(sorted.problems, sorted.isOfFields ? '' : sorted.failure.message);
    },
  });
  const submit = () => {
    const form: PartnerForm = {
      ...values,
      mediaPartnerKey: null,
      rowVersion: null,
      activeFlag: true,
      productTypes: ['PPL'],
      paymentTerms: '',
    };
    const problems = schemaProblems(partnerFormSchema, form);
    show(problems);
    if (problems.length === 0) save.mutate(form);
  };
  return (
    <FormDialog
      title="New partner"
      size={460}
      failure={errors['form']}
      submit="Create partner"
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>A partner belongs to the agency: it is made at once, and stays when this client is not.</p>
      {FIELDS.map((name, place) => (
        <TextInput
          key={name}
          label={LABELS[name]}
          autoComplete="off"
          value={values[name]}
          error={errors[name]}
          {...(place === 0 && { 'data-autofocus': true })}
          onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
        />
      ))}
    </FormDialog>
  );
};
