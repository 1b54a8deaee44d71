import { fillTemplate, recipientsOf, renderBody, renderCsv } from '@paceline/contract';
import { type Carriers, accepted, judgeCarrierError, type LeadMail, notSetUp } from './carriers.ts';
import { type Verdict } from './judge-answer.ts';
import { maskText, maskValues } from './mask.ts';
import { type Sending, type Sent } from './send-lead.ts';

const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

const mailOf = ({ settings, values, url }: Sending): LeadMail => {
  const { subject, attachment: kind } = settings.mail;
  const attached =
    kind === 'NONE'
      ? null
      : kind === 'CSV'
        ? { contentType: 'text/csv', body: renderCsv(settings.fields, [values]) }
        : renderBody({ ...settings, method: kind }, values);
  return {
    to: recipientsOf(url),
    // User input must not start another header.
    subject: oneLine(fillTemplate(subject, values)),
    text: renderBody(settings, values).body,
    // A fixed message ID, so that the receiver recognises a duplicate mail.
    messageId: `<lead-${values.leadId}@paceline.example>`,
    attachment: attached && {
      name: `lead-${values.leadId}.${kind.toLowerCase()}`,
      content: attached.body,
      contentType: attached.contentType,
    },
  };
};

const asText = ({ to, subject, messageId, text, attachment }: LeadMail): string =>
  [
    `MAIL ${to.join(', ')}`,
    `Subject: ${subject}`,
    `Message-ID: ${messageId}`,
    '',
    text,
    ...(attachment === null ? [] : ['', `Attachment ${attachment.name}:`, attachment.content]),
  ]
    .join('\n')
    .slice(0, 4_000);

/** Sends one lead as one mail through the product's mail server. It is delivered when that server has accepted it for all recipients. */
export const sendMailLead = async ({ mail }: Carriers, sending: Sending): Promise<Sent> => {
  const began = performance.now();
  const signal = AbortSignal.timeout(sending.settings.timeLimitSeconds * 1000);
  let response = '';
  const attempt = async (): Promise<Verdict> => {
    if (mail === null) return notSetUp('A mail server (SMTP_URL)');
    response = await mail(mailOf(sending), signal);
    return accepted('The mail was taken');
  };
  const verdict = await attempt().catch(judgeCarrierError);
  const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');
  return {
    ...verdict,
    because: storable(maskText(verdict.because, sending.values)).slice(0, 500),
    httpStatus: null,
    durationMs: Math.round(performance.now() - began),
    request: storable(asText(mailOf({ ...sending, values: maskValues(sending.values) }))),
    response: storable(maskText(response, sending.values)).slice(0, 500),
  };
};
