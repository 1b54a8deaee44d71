import { html } from '../../../lib/files/html.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { type Mail } from '../../../shared/mail.ts';

export interface Letter {
  subject: string;
  customMessage: string;
  /** The sender, who also gets replies. */
  sender: { name: string; email: string };
  ownerName: string;
}

const TEXT = 'margin:0 0 12px;font-size:14px;line-height:20px;';
const SMALL = 'margin:16px 0 0;font-size:12px;line-height:18px;color:#56616e;';

/** The mail to one contact: the same words as text and as HTML, with all typed text escaped. */
export const letterTo = (
  { name, email }: { name: string; email: string },
  { subject, customMessage, sender, ownerName }: Letter,
): Mail => {
  const hello = `Hello ${oneLine(name)},`;
  const foot = `${oneLine(sender.name)} wrote this for ${oneLine(ownerName)} through Paceline. Please answer to ${sender.email}.`;
  const paragraphs = customMessage.split(/\n{2,}/).map((paragraph) => paragraph.split('\n'));
  return {
    to: email,
    subject: oneLine(subject),
    body: `${hello}\n\n${customMessage}\n\n${foot}\n`,
    html: html`<!doctype html>
      <html lang="en">
        <body style="margin:0;padding:16px;font-family:Arial,Helvetica,sans-serif;color:#16202b;">
          <div style="max-width:600px;">
            <p style="${TEXT}">${hello}</p>
            ${paragraphs.map(
              (lines) =>
                html`<p style="${TEXT}">
                  ${lines.map((line, index) => html`${index > 0 ? html`<br />` : ''}${line}`)}
                </p>`,
            )}
            <p style="${SMALL}">${foot}</p>
          </div>
        </body>
      </html>`.html,
  };
};
