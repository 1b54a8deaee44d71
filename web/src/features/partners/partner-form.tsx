import { Button } from '@mantine/core';
import { fixedReason, type HeldValues, type Partner, partnerRecord, sentValues } from '@paceline/contract';
import { useNavigate } from '@tanstack/react-router';
import { PATHS, pathTo } from '../../lib/address/paths.ts';
import { useMay } from '../../lib/session/permissions.ts';
import { formParts } from '../../shared/form/prepare-record.ts';
import { fieldOf } from '../../shared/form/record-field.tsx';
import { RecordForm } from '../../shared/form/record-form.tsx';
import { useRecordForm } from '../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../shared/form/use-tab-drafts.ts';
import { Columns } from '../../ui/pieces/columns.tsx';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { toast } from '../../ui/toast/toast-store.ts';
import { readPartner, useSavePartner } from './api.ts';

const Field = fieldOf(partnerRecord);

/** A partner's basic data: name, code, what it sells, and how it is paid. */
export const PartnerForm = ({ partner }: { partner: Partner | null }) => {
  const navigate = useNavigate();
  const mayChange = useMay(partner === null ? 'partners:Create' : 'partners:Update');
  const save = useSavePartner();
  const state = useRecordForm<HeldValues<typeof partnerRecord.fields>, Partner>({
    ...formParts(partnerRecord),
    stored: partner,
    drafts: useTabDrafts(`partner.${partner?.mediaPartnerKey ?? 'new'}`),
    load: ({ mediaPartnerKey }) => readPartner(mediaPartnerKey),
    save: (values, stored) =>
      save({
        ...sentValues(partnerRecord, values),
        mediaPartnerKey: stored?.mediaPartnerKey ?? null,
        rowVersion: stored?.rowVersion ?? null,
      }),
    onSaved: async ({ mediaPartnerKey, mediaPartnerName }, isNew) => {
      if (isNew) await navigate({ to: pathTo('partnerEditor', { partnerKey: mediaPartnerKey }), ignoreBlocker: true });
      toast.success(`${mediaPartnerName} is saved.`);
    },
  });
  return (
    <RecordForm
      state={state}
      what="this partner"
      lock={mayChange ? null : 'You can view partners but not change them.'}
      buttons={
        <>
          <Button variant="default" onClick={() => void navigate({ to: PATHS.availablePartners })}>
            Cancel
          </Button>
          <Button type="submit" loading={state.isSaving} disabled={!state.isDirty}>
            {partner ? 'Save' : 'Create partner'}
          </Button>
        </>
      }
    >
      <SectionCard title="Partner">
        <Columns of={2} gap="14px 16px">
          <Field name="mediaPartnerName" />
          <Field name="mediaPartnerCode" fixed={fixedReason(partnerRecord, 'mediaPartnerCode', partner)} />
          <Field name="affiliateKey" />
          <Field name="paymentTerms" />
          <Field name="productTypes" />
          <Field name="activeFlag" />
        </Columns>
      </SectionCard>
    </RecordForm>
  );
};
