import { Button, Checkbox, TextInput } from '@mantine/core';
import { type Partner, PARTNER_PRODUCTS, partnerFormSchema } from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { Controller } from 'react-hook-form';
import { PATHS, pathTo } from '../../lib/paths.ts';
import { useMay } from '../../lib/permissions.ts';
import { schemaProblems } from '../../shared/form/prepare-refusal.ts';
import { RecordForm } from '../../shared/form/record-form.tsx';
import { useRecordForm } from '../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../shared/form/use-tab-drafts.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { toast } from '../../ui/toast-store.ts';
import { readPartner, useSavePartner } from './api.ts';
import classes from './partners.module.css';
import { type FormValues, newValues, partnerRule, toForm, valuesOf } from './prepare-partner-form.ts';

/** What a partner is: name, code, what it sells, how it is paid. */
export const PartnerForm = ({ partner }: { partner: Partner | null }) => {
  const navigate = useNavigate();
  const mayChange = useMay(partner === null ? 'partners:Create' : 'partners:Update');
  const save = useSavePartner();
  const state = useRecordForm<FormValues, Partner>({
    stored: partner,
    newValues,
    valuesOf,
    versionOf: ({ rowVersion }) => rowVersion,
    problems: (values, stored) => schemaProblems(partnerFormSchema, toForm(values, stored)),
    rule: () => partnerRule,
    savedBy: () => ({ by: 'Someone', at: null }),
    drafts: useTabDrafts(`partner.${partner?.mediaPartnerKey ?? 'new'}`),
    load: ({ mediaPartnerKey }) => readPartner(mediaPartnerKey),
    save: (values, stored) => save(toForm(values, stored)),
    onSaved: async ({ mediaPartnerKey, mediaPartnerName }, isNew) => {
      if (isNew) await navigate({ to: pathTo('partnerEditor', { partnerKey: mediaPartnerKey }), ignoreBlocker: true });
      toast.success(`${mediaPartnerName} is saved.`);
    },
  });
  const { form, isSaving, isDirty } = state;
  const { errors } = form.formState;
  const lock = mayChange ? null : 'You can view partners but not change them.';
  return (
    <RecordForm
      state={state}
      what="this partner"
      lock={lock}
      buttons={
        <>
          <Button variant="default" onClick={() => void navigate({ to: PATHS.availablePartners })}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {partner ? 'Save' : 'Create partner'}
          </Button>
        </>
      }
    >
      <SectionCard title="Partner">
        <div className={classes.fields}>
          <TextInput
            {...form.register('mediaPartnerName')}
            label="Name"
            error={errors.mediaPartnerName?.message}
            autoComplete="off"
          />
          <TextInput
            {...form.register('mediaPartnerCode')}
            label="Code"
            description={partner?.codeFixed ?? 'A to Z, 0 to 9 and _; fixed once a campaign uses it'}
            error={errors.mediaPartnerCode?.message}
            autoComplete="off"
            spellCheck={false}
            readOnly={(partner?.codeFixed ?? null) !== null}
          />
          <TextInput
            {...form.register('affiliateKey')}
            label="Affiliate key"
            error={errors.affiliateKey?.message}
            autoComplete="off"
          />
          <TextInput
            {...form.register('paymentTerms')}
            label="Payment terms"
            error={errors.paymentTerms?.message}
            autoComplete="off"
          />
          <Controller
            control={form.control}
            name="productTypes"
            render={({ field }) => (
              <Checkbox.Group
                label="Products"
                value={field.value}
                error={errors.productTypes?.message}
                onChange={(names) => field.onChange(names)}
              >
                <div className={classes.checks}>
                  {Object.entries(PARTNER_PRODUCTS).map(([value, label]) => (
                    <Checkbox key={value} value={value} label={label} />
                  ))}
                </div>
              </Checkbox.Group>
            )}
          />
          <Checkbox
            {...form.register('activeFlag')}
            label="Active"
            description="Campaigns of an inactive partner take no leads"
          />
        </div>
      </SectionCard>
    </RecordForm>
  );
};
