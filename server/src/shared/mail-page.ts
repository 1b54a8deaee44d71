import { html, type Html } from '../lib/files/html.ts';

/** Styles stand at each element: many mail programs drop the others. */
export const MAIL = {
  text: 'margin:0 0 12px;font-size:14px;line-height:20px;',
  small: 'margin:0 0 12px;font-size:12px;line-height:18px;color:#56616e;',
  heading: 'margin:0 0 4px;font-size:20px;line-height:26px;',
  cell: 'padding:6px 8px;border-bottom:1px solid #dde3ea;text-align:left;vertical-align:top;',
  number: 'padding:6px 8px;border-bottom:1px solid #dde3ea;text-align:right;white-space:nowrap;vertical-align:top;',
  table: 'border-collapse:collapse;width:100%;font-size:13px;',
} as const;

/** Of links and buttons, where no brand has a colour. */
export const MAIL_COLOUR = '#0a5f99';

const BUTTON =
  'display:inline-block;margin:0 8px 8px 0;padding:10px 16px;border-radius:6px;font-size:14px;text-decoration:none;';

/** A link as a button in the brand's colour; a second choice beside it is outlined. */
export const mailButton = (link: string, text: string, colour: string | null, isSecond = false): Html => {
  const shown = colour ?? MAIL_COLOUR;
  const inside = isSecond ? `background:#ffffff;color:${shown};` : `background:${shown};color:#ffffff;`;
  return html`<a href="${link}" style="${BUTTON}border:1px solid ${shown};${inside}">${text}</a>`;
};

/** The page of a mail: one column, wide enough for its tables. */
export const mailPage = (title: string, body: Html | readonly Html[], width = 600): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
      </head>
      <body style="margin:0;padding:16px;background:#ffffff;color:#1d2733;font-family:Arial,Helvetica,sans-serif;">
        <div role="main" style="max-width:${width}px;margin:0 auto;">${body}</div>
      </body>
    </html>`.html;
