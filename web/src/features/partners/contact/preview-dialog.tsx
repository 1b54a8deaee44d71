import { Button, Modal } from '@mantine/core';
import type { MailPreview } from '@paceline/contract';
import { useState } from 'react';
import { formatCount } from '../../../lib/text/format.ts';
import { ButtonRow } from '../../../ui/pieces/button-row.tsx';
import { Facts } from '../../../ui/lists/facts.tsx';
import { ScrollFrame } from '../../../ui/pieces/scroll-frame.tsx';
import classes from '../partners.module.css';

interface PreviewDialogProps {
  mails: readonly MailPreview[];
  isBusy: boolean;
  onSend: () => void;
  onClose: () => void;
}

/** Preview of each email before sending. */
export const PreviewDialog = ({ mails, isBusy, onSend, onClose }: PreviewDialogProps) => {
  const [at, setAt] = useState(0);
  const mail = mails[at];
  const sent = mails.filter(({ leftOut }) => leftOut === '').length;
  if (mail === undefined) return null;
  return (
    <Modal opened onClose={onClose} title={<strong>Preview</strong>} centered size={640}>
      <p className={classes.dim} role="status">
        Mail {formatCount(at + 1)} of {formatCount(mails.length)}
      </p>
      <Facts
        facts={[
          ['Partner', mail.partnerName],
          ['To', mail.to],
          ['Subject', mail.subject],
          ['Left out', mail.leftOut],
        ]}
      />
      <ScrollFrame label="Text of the mail">
        <pre className={classes.mail}>{mail.body}</pre>
      </ScrollFrame>
      <ButtonRow mt={14}>
        <Button variant="default" disabled={at === 0} onClick={() => setAt(at - 1)}>
          Previous mail
        </Button>
        <Button variant="default" disabled={at === mails.length - 1} onClick={() => setAt(at + 1)}>
          Next mail
        </Button>
        <Button loading={isBusy} disabled={sent === 0} onClick={onSend}>
          {`Send ${formatCount(sent)} ${sent === 1 ? 'mail' : 'mails'}`}
        </Button>
      </ButtonRow>
    </Modal>
  );
};
