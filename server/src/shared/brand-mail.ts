import { html, type Html } from '../lib/files/html.ts';
import { type PrintedBranding } from './branding.ts';
import { type MailFile } from './mail.ts';

const LOGO_ID = 'brand@paceline';
/** Height of a logo in a mail, in pixels. */
const MAX_HEIGHT = 48;

/** What a mail begins with: logo and name of the brand. The picture is in the mail itself: nothing is fetched when it is read. */
export const brandMailHead = ({ name, colour, logo }: PrintedBranding): { head: Html | null; files: MailFile[] } => {
  if (name === '' && logo === null) return { head: null, files: [] };
  const height = Math.min(MAX_HEIGHT, logo?.height ?? 0);
  const width = logo === null ? 0 : Math.round((logo.width * height) / logo.height);
  const picture =
    logo &&
    html`<img
      src="cid:${LOGO_ID}"
      alt="${name}"
      width="${width}"
      height="${height}"
      style="display:inline-block;vertical-align:middle;margin:0 12px 0 0;"
    />`;
  return {
    head: html`<div style="margin:0 0 14px;padding:0 0 10px;border-bottom:2px solid ${colour ?? '#cccccc'};">
      ${picture}<strong style="vertical-align:middle;font-size:16px;color:${colour ?? '#1d2733'};">${name}</strong>
    </div>`,
    files:
      logo === null ? [] : [{ name: 'logo.png', contentType: 'image/png', contentId: LOGO_ID, content: logo.content }],
  };
};
