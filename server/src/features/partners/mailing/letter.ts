import { html } from '../../../lib/files/html.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { type Mail } from '../../../shared/mail.ts';
import { MAIL, mailPage } from '../../../shared/mail-page.ts';

export interface Letter {
  subject: string;
  customMessage: string;
  /** The sender, who also gets replies. */
  sender: { name: string; email: string };
  ownerName: string;
}

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
    html: mailPage(
      oneLine(subject),
      html` <p style="${MAIL.text}">${hello}</p>
        ${paragraphs.map(
          (lines) =>
            html`<p style="${MAIL.text}">
              ${lines.map((line, index) => html`${index > 0 ? html`<br />` : ''}${line}`)}
            </p>`,
        )}
        <p style="${MAIL.small}">${foot}</p>`,
    ),
  };
};
