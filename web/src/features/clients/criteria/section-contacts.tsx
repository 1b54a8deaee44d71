import { Button, NativeSelect, TextInput } from '@mantine/core';
import { CONTACT_ROLES } from '@paceline/contract';
import { Columns } from '../../../ui/pieces/columns.tsx';
import { Note } from '../../../ui/pieces/note.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import classes from './criteria.module.css';
import type { CriteriaFormApi } from './prepare-criteria.ts';
import { useSection } from './use-section.ts';

type Role = keyof typeof CONTACT_ROLES;
const isRole = (value: string): value is Role => value in CONTACT_ROLES;

export const ContactsSection = ({ form }: { form: CriteriaFormApi }) => {
  const { value: contacts, replace, error } = useSection(form, 'contacts');
  const set = (index: number, patch: Partial<(typeof contacts)[number]>) =>
    replace(contacts.map((one, at) => (at === index ? { ...one, ...patch } : one)));
  return (
    <SectionCard title="Contacts" note="Client contacts.">
      {contacts.length === 0 && <Note my={8}>No contacts yet.</Note>}
      {contacts.map((contact, index) => (
        <fieldset key={index} className={classes.group}>
          <legend>Contact {index + 1}</legend>
          <Columns of={2} gap="14px 16px" align="start">
            <TextInput
              label="Name"
              autoComplete="off"
              value={contact.name}
              error={error(`${index}.name`)}
              onChange={(event) => set(index, { name: event.currentTarget.value })}
            />
            <TextInput
              label="Email"
              autoComplete="off"
              value={contact.email}
              error={error(`${index}.email`)}
              onChange={(event) => set(index, { email: event.currentTarget.value })}
            />
            <NativeSelect
              label="Role"
              data={Object.entries(CONTACT_ROLES).map(([value, label]) => ({ value, label }))}
              value={contact.role}
              onChange={({ currentTarget: { value } }) => isRole(value) && set(index, { role: value })}
            />
          </Columns>
          <Button variant="subtle" size="xs" onClick={() => replace(contacts.filter((_, at) => at !== index))}>
            Remove contact {index + 1}
          </Button>
        </fieldset>
      ))}
      <Button
        variant="default"
        size="xs"
        onClick={() => replace([...contacts, { name: '', email: '', role: 'ACCOUNT' }])}
      >
        Add contact
      </Button>
    </SectionCard>
  );
};
