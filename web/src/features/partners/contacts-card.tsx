import { TableHead } from '../../ui/table-head.tsx';
import { Button, VisuallyHidden } from '@mantine/core';
import { type PartnerContact, partnerContactRecord } from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../lib/session/permissions.ts';
import { Loaded } from '../../ui/states/loaded.tsx';
import table from '../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../ui/marks/status-mark.tsx';
import { contactsQuery } from './api.ts';
import { ContactDialog } from './contact-dialog.tsx';
import classes from './partners.module.css';

const mails = partnerContactRecord.fields.notifications;

/** A partner's contacts, and the topics each is written to about. */
export const ContactsCard = ({ partnerKey }: { partnerKey: number }) => {
  const mayChange = useMay('partners:Update');
  const [edited, setEdited] = useState<PartnerContact | 'new' | null>(null);
  return (
    <SectionCard
      title="Contacts"
      note="Who gets emails, and about what."
      action={
        mayChange && (
          <Button variant="default" size="xs" onClick={() => setEdited('new')}>
            Add contact
          </Button>
        )
      }
    >
      <Loaded query={useQuery(contactsQuery(partnerKey))} what="list of contacts" lines={3}>
        {(contacts) =>
          contacts.length === 0 ? (
            <p className={classes.dim}>No contacts yet.</p>
          ) : (
            <table className={table.table}>
              <TableHead of={['Contact', mails.label, 'Status']}>
                <th scope="col">
                  <VisuallyHidden>Change</VisuallyHidden>
                </th>
              </TableHead>
              <tbody>
                {contacts.map((contact) => (
                  <tr key={contact.emailNotificationKey}>
                    <th scope="row">
                      {contact.name}
                      <span className={table.detail}>
                        {contact.phone === '' ? contact.email : `${contact.email}, ${contact.phone}`}
                      </span>
                    </th>
                    <td data-label={mails.label}>{mails.tell(contact.notifications) || 'None'}</td>
                    <td>
                      <StatusMark tone={contact.active ? 'good' : 'off'}>
                        {contact.active ? 'Active' : 'Inactive'}
                      </StatusMark>
                    </td>
                    <td>
                      {mayChange && (
                        <Button
                          variant="subtle"
                          size="compact-xs"
                          aria-label={`Edit ${contact.name}`}
                          onClick={() => setEdited(contact)}
                        >
                          Edit
                        </Button>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )
        }
      </Loaded>
      {edited !== null && (
        <ContactDialog
          partnerKey={partnerKey}
          contact={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </SectionCard>
  );
};
