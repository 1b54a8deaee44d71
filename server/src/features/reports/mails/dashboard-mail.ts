import { ROUTES, type ScheduleTime } from '@paceline/contract';
import { html } from '../../../lib/files/html.ts';
import { oneLine } from '../../../lib/files/one-line.ts';
import { PDF_TYPE, writePdf } from '../../../lib/pdf/write-pdf.ts';
import { brandMailHead } from '../../../shared/brand-mail.ts';
import { type PrintedBranding } from '../../../shared/branding.ts';
import { type Mail } from '../../../shared/mail.ts';
import { type CardContent, cardLine, cardParts } from './dashboard-cards.ts';
import { fileNameOf, MAX_FILE_BYTES, SMALL, TEXT, whySent } from './mail-parts.ts';

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
    brand: { ...brand, logo: brand.logo },
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
    html: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${name}</title>
        </head>
        <body style="margin:0;padding:16px;background:#ffffff;color:#1d2733;font-family:Arial,Helvetica,sans-serif;">
          <div role="main" style="max-width:600px;margin:0 auto;">
            ${head}
            <h1 style="margin:0 0 4px;font-size:20px;line-height:26px;">${name}</h1>
            <p style="${SMALL}">${oneLine(owner.name)}</p>
            <ul style="${TEXT}padding-left:18px;">
              ${lines.map((line) => html`<li>${line}</li>`)}
            </ul>
            <p style="${TEXT}">${fileLine}</p>
            ${
              hasPage
                ? html`<p style="${TEXT}">
                    <a
                      href="${link}"
                      style="display:inline-block;padding:9px 16px;background:${brand.colour ?? '#0a5f99'};color:#ffffff;text-decoration:none;border-radius:4px;"
                      >Open the dashboard</a
                    >
                  </p>`
                : null
            }
            <p style="${SMALL}">${why}</p>
          </div>
        </body>
      </html>`.html,
    files: [
      ...pictures,
      ...(isTooLarge
        ? []
        : [{ name: fileNameOf(dashboard.name, 'pdf'), contentType: PDF_TYPE, contentId: null, content: pdf }]),
    ],
  };
};
