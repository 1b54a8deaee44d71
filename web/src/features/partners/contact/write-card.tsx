import { Box, Button, Textarea, TextInput } from '@mantine/core';
import {
  type MailPreview,
  PARTNER_MAIL_LIMITS,
  partnerMailPreview,
  partnerMailSend,
  type PartnerNotification,
} from '@paceline/contract';
import { useRef, useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { useFieldErrors } from '../../../shared/form/form-dialog.tsx';
import { sortRefusal } from '../../../shared/form/prepare-refusal.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { SectionCard } from '../../../ui/pieces/section-card.tsx';
import { useMailChange } from '../api.ts';
import classes from '../partners.module.css';
import { PreviewDialog } from './preview-dialog.tsx';

interface WriteProps {
  ownerKey: number;
  kind: PartnerNotification;
  emailNotificationKeys: readonly number[];
  onSent: (mailingKey: number) => void;
}

const FIELDS = ['subject', 'customMessage'];

/** The message, its preview per contact, and the send button. */
export const WriteCard = ({ ownerKey, kind, emailNotificationKeys, onSent }: WriteProps) => {
  const [subject, setSubject] = useState('');
  const [customMessage, setCustomMessage] = useState('');
  const [previews, setPreviews] = useState<MailPreview[] | null>(null);
  // Idempotency key of the preview: sending twice creates one mailing.
  const sendId = useRef('');
  const { errors, show } = useFieldErrors();
  const onError = (error: Error) => {
    const { failure, problems, isOfFields } = sortRefusal(error, (field) => (FIELDS.includes(field) ? field : null));
    setPreviews(null);
    show(problems, isOfFields ? '' : failure.message);
  };
  const preview = useMailChange(
    partnerMailPreview,
    {},
    {
      onDone: (mails) => {
        sendId.current = crypto.randomUUID();
        setPreviews(mails);
      },
      onError,
    },
  );
  const send = useMailChange(
    partnerMailSend,
    {},
    {
      onDone: ({ mailingKey }) => {
        setPreviews(null);
        setSubject('');
        setCustomMessage('');
        onSent(mailingKey);
      },
      onError,
    },
  );
  const letter = { ownerKey, kind, emailNotificationKeys: [...emailNotificationKeys], subject, customMessage };
  const ask = () => {
    const missing = FIELDS.filter((field) => letter[field as 'subject' | 'customMessage'].trim() === '');
    show(missing.map((path) => ({ path, message: path === 'subject' ? 'Enter a subject.' : 'Enter a message.' })));
    if (missing.length === 0) preview.mutate(letter);
  };
  const count = emailNotificationKeys.length;
  return (
    <SectionCard title="Write" note="Each contact gets a separate email with a greeting, your name and your address.">
      <div className={classes.page}>
        <TextInput
          label="Subject"
          maxLength={PARTNER_MAIL_LIMITS.subjectLength}
          value={subject}
          error={errors['subject']}
          onChange={(event) => setSubject(event.currentTarget.value)}
        />
        <Textarea
          label="Message"
          autosize
          minRows={5}
          maxLength={PARTNER_MAIL_LIMITS.messageLength}
          description={`${formatCount(customMessage.length)} of ${formatCount(PARTNER_MAIL_LIMITS.messageLength)} characters`}
          value={customMessage}
          error={errors['customMessage']}
          onChange={(event) => setCustomMessage(event.currentTarget.value)}
        />
        {errors['form'] && (
          <Box component="p" c="var(--mantine-color-error)" fz="sm" m="8px 0 0" ps={18} role="alert">
            {errors['form']}
          </Box>
        )}
      </div>
      <ButtonRow mt={14}>
        <Button disabled={count === 0} loading={preview.isPending} onClick={ask}>
          {count === 0 ? 'Choose contacts first' : `Preview ${formatCount(count)} ${count === 1 ? 'mail' : 'mails'}`}
        </Button>
      </ButtonRow>
      {previews !== null && (
        <PreviewDialog
          mails={previews}
          isBusy={send.isPending}
          onSend={() => send.mutate({ ...letter, sendId: sendId.current })}
          onClose={() => setPreviews(null)}
        />
      )}
    </SectionCard>
  );
};
