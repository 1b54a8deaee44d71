import { Checkbox, Switch, TextInput } from '@mantine/core';
import {
  PARTNER_NOTIFICATIONS,
  type PartnerContact,
  partnerContactFormSchema,
  partnerEmailSave,
  type PartnerNotification,
} from '@paceline/contract';
import { useState } from 'react';
import { FormDialog, useFieldErrors } from '../../shared/form/form-dialog.tsx';
import { schemaProblems, sortRefusal } from '../../shared/form/prepare-refusal.ts';
import { toast } from '../../ui/toast-store.ts';
import { usePartnerChange } from './api.ts';
import classes from './partners.module.css';

interface ContactDialogProps {
  partnerKey: number;
  /** Null for a new one. */
  contact: PartnerContact | null;
  onClose: () => void;
}

const FIELDS = ['name', 'email', 'phone', 'notifications', 'active'];
/** The server names the field of the one contact that is sent: contacts.0.email. */
const fieldOf = (field: string): string | null => {
  const name = field.split('.').at(-1) ?? '';
  return FIELDS.includes(name) ? name : null;
};

export const ContactDialog = ({ partnerKey, contact, onClose }: ContactDialogProps) => {
  const [name, setName] = useState(contact?.name ?? '');
  const [email, setEmail] = useState(contact?.email ?? '');
  const [phone, setPhone] = useState(contact?.phone ?? '');
  const [notifications, setNotifications] = useState<PartnerNotification[]>(contact?.notifications ?? []);
  const [active, setActive] = useState(contact?.active ?? true);
  const { errors, show } = useFieldErrors();
  const save = usePartnerChange(
    partnerEmailSave,
    { key: partnerKey },
    {
      onDone: () => {
        toast.success(`${name.trim()} is saved.`);
        onClose();
      },
      onError: (error) => {
        const { failure, problems, isOfFields } = sortRefusal(error, fieldOf);
        show(problems, isOfFields ? '' : failure.message);
      },
    },
  );
  const submit = () => {
    const { emailNotificationKey = null, rowVersion = null } = contact ?? {};
    const body = { emailNotificationKey, rowVersion, name, email, phone, notifications, active };
    const problems = schemaProblems(partnerContactFormSchema, body);
    show(problems);
    if (problems.length === 0) save.mutate({ contacts: [body] });
  };
  return (
    <FormDialog
      title={contact ? `Edit ${contact.name}` : 'New contact'}
      size={560}
      failure={errors['form']}
      submit={contact ? 'Save contact' : 'Add contact'}
      isPending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        value={name}
        error={errors['name']}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <TextInput
        label="Email"
        type="email"
        value={email}
        error={errors['email']}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <TextInput
        label="Phone"
        value={phone}
        error={errors['phone']}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      <Checkbox.Group
        label="Mails"
        value={notifications}
        error={errors['notifications']}
        onChange={(kinds) => setNotifications(kinds)}
      >
        <div className={classes.checks}>
          {Object.entries(PARTNER_NOTIFICATIONS).map(([value, label]) => (
            <Checkbox key={value} size="xs" value={value} label={label} />
          ))}
        </div>
      </Checkbox.Group>
      <Switch label="In use" checked={active} onChange={(event) => setActive(event.currentTarget.checked)} />
    </FormDialog>
  );
};
