import { ROUTES, type ScheduleTime } from '@paceline/contract';
import { html } from '../../../lib/files/html.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { PDF_TYPE, writePdf } from '../../../lib/pdf/write-pdf.ts';
import { brandMailHead } from '../../../shared/brand-mail.ts';
import { type PrintedBranding } from '../../../shared/branding.ts';
import { type Mail } from '../../../shared/mail.ts';
import { MAIL, mailButton, mailPage } from '../../../shared/mail-page.ts';
import { type CardContent, cardLine, cardParts } from './dashboard-cards.ts';
import { fileNameOf, MAX_FILE_BYTES, whySent } from './mail-parts.ts';

interface DashboardMailParts {
  to: string;
  firstName: string;
  dashboard: { dashboardKey: number; name: string; description: string };
  /** As the reader may see them. */
  cards: readonly CardContent[];
  /** Header lines of the document. */
  about: readonly string[];
  owner: { ownerKey: number; name: string };
  by: string;
  time: ScheduleTime;
  isTest: boolean;
  hasPage: boolean;
  brand: PrintedBranding;
  publicUrl: string;
}

/** One reader's mail: the dashboard as PDF with its charts, and its cards in a line each. */
export const dashboardMail = async (parts: DashboardMailParts): Promise<Mail> => {
  const { to, firstName, dashboard, cards, about, owner, isTest, hasPage, publicUrl, brand } = parts;
  const { head, files: pictures } = brandMailHead(brand);
  const name = oneLine(dashboard.name);
  const pdf = await writePdf({
    title: name,
    subtitle: [oneLine(owner.name), dashboard.description].filter((text) => text !== '').join(' · '),
    footer: `${name}, ${oneLine(owner.name)}`,
    brand,
    parts: [...cardParts(cards), { kind: 'raw', text: about.join('\n') }],
  });
  const isTooLarge = pdf.length > MAX_FILE_BYTES;
  const lines = cards.map((card) => oneLine(cardLine(card)));
  const fileLine = isTooLarge
    ? 'The document is too large for a mail.'
    : 'The dashboard with its charts is attached as PDF.';
  const link = `${publicUrl.replace(/\/$/, '')}/#${ROUTES.savedDashboard.replace(':dashboardKey', String(dashboard.dashboardKey))}?owner=${owner.ownerKey}`;
  const why = whySent(parts);
  return {
    to,
    subject: `${isTest ? 'Test: ' : ''}${name}, ${oneLine(owner.name)}`,
    body: [
      `Hello ${oneLine(firstName)},`,
      '',
      `${name}, ${oneLine(owner.name)}`,
      '',
      ...lines,
      '',
      fileLine,
      '',
      ...(hasPage ? [link, ''] : []),
      why,
      '',
      oneLine(brand.name) || 'Paceline',
      '',
    ].join('\n'),
    html: mailPage(
      name,
      html` ${head}
        <h1 style="${MAIL.heading}">${name}</h1>
        <p style="${MAIL.small}">${oneLine(owner.name)}</p>
        <ul style="${MAIL.text}padding-left:18px;">
          ${lines.map((line) => html`<li>${line}</li>`)}
        </ul>
        <p style="${MAIL.text}">${fileLine}</p>
        ${hasPage ? html`<p style="${MAIL.text}">${mailButton(link, 'Open the dashboard', brand.colour)}</p>` : null}
        <p style="${MAIL.small}">${why}</p>`,
    ),
    files: [
      ...pictures,
      ...(isTooLarge
        ? []
        : [{ name: fileNameOf(dashboard.name, 'pdf'), contentType: PDF_TYPE, contentId: null, content: pdf }]),
    ],
  };
};
