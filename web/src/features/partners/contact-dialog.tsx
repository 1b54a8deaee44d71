import { type HeldValues, type PartnerContact, partnerContactRecord, sentValues } from '@paceline/contract';
import { formParts } from '../../shared/form/prepare-record.ts';
import { RecordDialog } from '../../shared/form/record-dialog.tsx';
import { fieldOf } from '../../shared/form/record-field.tsx';
import { useRecordForm } from '../../shared/form/use-record-form.ts';
import { useTabDrafts } from '../../shared/form/use-tab-drafts.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { readContacts, useSaveContact } from './api.ts';

interface ContactDialogProps {
  partnerKey: number;
  /** Null for a new one. */
  contact: PartnerContact | null;
  onClose: () => void;
}

const Field = fieldOf(partnerContactRecord);

export const ContactDialog = ({ partnerKey, contact, onClose }: ContactDialogProps) => {
  const save = useSaveContact(partnerKey);
  const state = useRecordForm<HeldValues<typeof partnerContactRecord.fields>, PartnerContact>({
    ...formParts(partnerContactRecord),
    stored: contact,
    drafts: useTabDrafts(`partnerContact.${partnerKey}.${contact?.emailNotificationKey ?? 'new'}`),
    // The server's path of the single contact sent: contacts.0.email.
    pathOf: (field, values) => {
      const name = field.split('.').at(-1) ?? '';
      return Object.hasOwn(values, name) ? name : null;
    },
    load: async ({ emailNotificationKey: key }) =>
      (await readContacts(partnerKey))?.find(({ emailNotificationKey }) => emailNotificationKey === key),
    save: (values, stored) =>
      save({
        ...sentValues(partnerContactRecord, values),
        emailNotificationKey: stored?.emailNotificationKey ?? null,
        rowVersion: stored?.rowVersion ?? null,
      }),
    onSaved: ({ name }) => {
      toast.success(`${name} is saved.`);
      onClose();
    },
  });
  return (
    <RecordDialog
      state={state}
      what="this contact"
      title={contact ? `Edit ${contact.name}` : 'New contact'}
      size={560}
      submit={contact ? 'Save contact' : 'Add contact'}
      onClose={onClose}
    >
      <Field name="name" isFirst />
      <Field name="email" type="email" />
      <Field name="phone" />
      <Field name="notifications" />
      <Field name="active" />
    </RecordDialog>
  );
};
