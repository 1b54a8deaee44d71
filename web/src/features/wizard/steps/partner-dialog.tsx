import {
  allPartnerList,
  type HeldValues,
  type Partner,
  partnerRecord,
  partnerSave,
  sentValues,
} from '@paceline/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { callApi } from '../../../lib/api/api.ts';
import { formParts } from '../../../shared/form/prepare-record.ts';
import { RecordDialog } from '../../../shared/form/record-dialog.tsx';
import { fieldOf } from '../../../shared/form/record-field.tsx';
import { useRecordForm } from '../../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../../shared/form/use-tab-drafts.ts';
import { codeFor, following } from './prepare-partner.ts';
import { toast } from '../../../ui/toast/toast-store.ts';

const Field = fieldOf(partnerRecord);

/** Creates a partner that sells leads. It belongs to the agency, not to an owner, so it is created at once. */
export const PartnerDialog = ({ onMade, onClose }: { onMade: (partnerKey: number) => void; onClose: () => void }) => {
  const queries = useQueryClient();
  const state = useRecordForm<HeldValues<typeof partnerRecord.fields>, Partner>({
    ...formParts(partnerRecord),
    stored: null,
    drafts: useTabDrafts('wizard.partner'),
    // A new partner needs no reload: nobody else can have changed it.
    load: () => Promise.resolve(undefined),
    save: (values) =>
      callApi(partnerSave, {
        body: { ...sentValues(partnerRecord, values), mediaPartnerKey: null, rowVersion: null },
      }),
    onSaved: async ({ mediaPartnerKey, mediaPartnerName }) => {
      await queries.invalidateQueries({ queryKey: [allPartnerList.id] });
      toast.success(`${mediaPartnerName} is saved.`);
      onMade(mediaPartnerKey);
    },
  });
  const { getValues, setValue } = state.form;
  // What code and affiliate key were proposed from.
  const before = useRef({ name: '', code: '' });
  const propose = () => {
    const { mediaPartnerName: name, mediaPartnerCode, affiliateKey } = getValues();
    const code = following(mediaPartnerCode, codeFor(before.current.name), codeFor(name));
    setValue('mediaPartnerCode', code);
    setValue('affiliateKey', following(affiliateKey, before.current.code, code));
    before.current = { name, code };
  };
  const proposeKey = () => {
    const { mediaPartnerName: name, mediaPartnerCode: code, affiliateKey } = getValues();
    setValue('affiliateKey', following(affiliateKey, before.current.code, code));
    before.current = { name, code };
  };
  return (
    <RecordDialog
      state={state}
      what="this partner"
      title="New partner"
      size={460}
      submit="Create partner"
      onClose={onClose}
    >
      <p>A partner belongs to the agency: it is created now and kept even if you discard this client.</p>
      <Field name="mediaPartnerName" isFirst onChanged={propose} />
      <Field name="mediaPartnerCode" onChanged={proposeKey} />
      <Field name="affiliateKey" />
    </RecordDialog>
  );
};
