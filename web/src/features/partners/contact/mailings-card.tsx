import { TableHead } from '../../../ui/table-head.tsx';
import { Button, Progress, Stack } from '@mantine/core';
import {
  PARTNER_MAIL_STATES,
  PARTNER_NOTIFICATIONS,
  type PartnerMail,
  partnerMailResend,
  type PartnerMailing,
} from '@paceline/contract';
import { useQuery } from '@tanstack/react-query';
import { formatInstant, localZone } from '../../../lib/text/format.ts';
import { Loaded } from '../../../ui/states/loaded.tsx';
import table from '../../../ui/lists/plain-table.module.css';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { StatusMark } from '../../../ui/marks/status-mark.tsx';
import { toast } from '../../../ui/toast/toast-store.ts';
import { mailingQuery, mailingsQuery, useMailChange } from '../api.ts';
import classes from '../partners.module.css';
import { MAIL_TONES } from '../prepare-partners.ts';
import { progressOf } from './prepare-contact.ts';

const MailingProgress = ({ mailing }: { mailing: PartnerMailing }) => {
  const { done, all, text } = progressOf(mailing);
  return (
    <Stack gap={6} mb={12}>
      <span role="status">{text}</span>
      <Progress value={all === 0 ? 100 : (done / all) * 100} aria-label={`Progress of ${mailing.subject}`} />
    </Stack>
  );
};

const Mails = ({ ownerKey, mailing, mails }: { ownerKey: number; mailing: number; mails: readonly PartnerMail[] }) => {
  const zone = localZone();
  const resend = useMailChange(
    partnerMailResend,
    { owner: ownerKey, mailing },
    { onDone: () => toast.success('Resent.') },
  );
  return (
    <table className={table.table}>
      <TableHead of={['Contact', 'State', 'When', 'Again']} />
      <tbody>
        {mails.map(
          ({
            partnerMailKey,
            partnerName,
            contactName,
            toAddress,
            state,
            reason,
            doneAt,
            dueAt,
            againFrom,
            repeats,
          }) => (
            <tr key={partnerMailKey}>
              <th scope="row">
                {partnerName}
                <span className={table.detail}>{[contactName, toAddress].filter(Boolean).join(', ')}</span>
              </th>
              <td>
                <StatusMark tone={MAIL_TONES[state]}>{PARTNER_MAIL_STATES[state]}</StatusMark>
                {(reason || repeats !== null) && (
                  <span className={table.detail}>
                    {[repeats === null ? '' : 'Sent again.', reason].filter(Boolean).join(' ')}
                  </span>
                )}
              </td>
              <td data-label="When">{formatInstant(doneAt ?? dueAt, zone)}</td>
              <td>
                {againFrom !== null && (
                  <Button
                    variant="subtle"
                    size="compact-xs"
                    aria-label={`Resend to ${contactName} of ${partnerName}`}
                    loading={resend.isPending && resend.variables.partnerMailKey === partnerMailKey}
                    onClick={() => resend.mutate({ partnerMailKey })}
                  >
                    Resend
                  </Button>
                )}
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
};

const OpenMailing = ({ ownerKey, mailing }: { ownerKey: number; mailing: number }) => (
  <Loaded query={useQuery(mailingQuery(ownerKey, mailing))} what="mailing" lines={4}>
    {(open) => (
      <>
        <MailingProgress mailing={open} />
        <Mails ownerKey={ownerKey} mailing={mailing} mails={open.mails} />
      </>
    )}
  </Loaded>
);

interface MailingsProps {
  ownerKey: number;
  open: number | null;
  onOpen: (mailing: number | null) => void;
}

/** Past mailings with their progress and each email's result. */
export const MailingsCard = ({ ownerKey, open, onOpen }: MailingsProps) => (
  <SectionCard title="Sent mails" note="A contact can get one email of a kind every ten minutes.">
    <Loaded query={useQuery(mailingsQuery(ownerKey))} what="list of mailings" lines={3}>
      {(mailings) =>
        mailings.length === 0 ? (
          <p className={classes.dim}>Nothing has been sent yet.</p>
        ) : (
          <ol>
            {mailings.map((mailing) => {
              const { mailingKey, subject, kind, createdBy, createdAt } = mailing;
              const isOpen = open === mailingKey;
              return (
                <li key={mailingKey}>
                  <Button
                    variant="subtle"
                    size="compact-sm"
                    justify="flex-start"
                    aria-expanded={isOpen}
                    onClick={() => onOpen(isOpen ? null : mailingKey)}
                  >
                    {subject}
                  </Button>
                  <span className={classes.dim}>
                    {PARTNER_NOTIFICATIONS[kind]}, {createdBy}, {formatInstant(createdAt, localZone())}
                    {!isOpen && `, ${progressOf(mailing).text}`}
                  </span>
                  {isOpen && <OpenMailing ownerKey={ownerKey} mailing={mailingKey} />}
                </li>
              );
            })}
          </ol>
        )
      }
    </Loaded>
  </SectionCard>
);
