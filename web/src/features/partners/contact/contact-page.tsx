import type { ContactChoice } from '@paceline/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useOwnerKey } from '../../../lib/session/session-store.ts';
import { contactQuery } from '../api.ts';
import classes from '../partners.module.css';
import { ChooseCard } from './choose-card.tsx';
import { MailingsCard } from './mailings-card.tsx';
import { writableKeys } from './prepare-contact.ts';
import { WriteCard } from './write-card.tsx';

/** Sends emails to media partners chosen by their role for the owner. */
export const ContactPage = () => {
  const ownerKey = useOwnerKey();
  const [choice, setChoice] = useState<ContactChoice>({
    ownerKey,
    kind: 'PAUSE_RESUME',
    clientKeys: [],
    live: false,
    deliveredDays: null,
    allocated: false,
  });
  const [chosen, setChosen] = useState<number[]>([]);
  const [open, setOpen] = useState<number | null>(null);
  const query = useQuery({ ...contactQuery(choice), placeholderData: keepPreviousData });
  // Contacts that no longer match, or were just written to, are deselected.
  const writable = new Set(writableKeys(query.data ?? []));
  const keys = chosen.filter((key) => writable.has(key));
  return (
    <div className={classes.page}>
      <ChooseCard choice={choice} query={query} chosen={keys} onChoice={setChoice} onChoose={setChosen} />
      <WriteCard
        ownerKey={ownerKey}
        kind={choice.kind}
        emailNotificationKeys={keys}
        onSent={(mailingKey) => {
          setChosen([]);
          setOpen(mailingKey);
        }}
      />
      <MailingsCard ownerKey={ownerKey} open={open} onOpen={setOpen} />
    </div>
  );
};
