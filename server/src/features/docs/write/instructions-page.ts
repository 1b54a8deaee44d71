import { type InstructionSection } from '@paceline/contract';
import { html, type Html, page } from '../../../lib/files/html.ts';
import { momentIn } from '../../../lib/local-time.ts';
import { type PrintedBranding } from '../../../shared/branding.ts';
import { type Written } from '../describe/write-instructions.ts';

const sectionPart = ({ id, title, note, columns, rows }: InstructionSection): Html =>
  html`<section id="${id}">
    <h2>${title}</h2>
    ${note === '' ? null : html`<p>${note}</p>`}
    <div class="wide" tabindex="0" role="group" aria-label="${title}">
      <table>
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ cells: [about = '', ...cells] }) =>
              html`<tr>
                <th scope="row">${about}</th>
                ${cells.map((cell) => html`<td>${cell}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;

/** Height of the logo, in pixels. */
const MAX_HEIGHT = 48;

/** Logo and name over a line in the brand's colour. The page allows no styles but its own, so the line is a picture. */
const brandPart = ({ name, logo, colour }: PrintedBranding): Html | null => {
  if (name === '' && logo === null) return null;
  const height = Math.min(MAX_HEIGHT, logo?.height ?? 0);
  const picture =
    logo &&
    html`<img
      src="${logo.path}"
      alt="${name === '' ? 'Logo' : ''}"
      width="${Math.round((logo.width * height) / logo.height)}"
      height="${height}"
    />`;
  return html`<p class="brand">${picture} <strong>${name}</strong></p>
    <svg width="100%" height="3" aria-hidden="true">
      <rect width="100%" height="3" fill="${colour ?? '#cccccc'}" />
    </svg>`;
};

/** The instructions for anybody with the link: no script, no price, no key. */
export const instructionsPage = (written: Written, openApiPath: string, brand: PrintedBranding): string => {
  const sections = [...written.rules, ...written.reference];
  const title = `Posting instructions: ${written.campaignName}`;
  return page(
    title,
    html`${brandPart(brand)}
      <h1>${title}</h1>
      <p>
        ${written.clientName}, for ${written.partnerName}. Rules as of
        <time datetime="${written.madeAt}">${momentIn(written.zone, new Date(written.madeAt))}</time>.
      </p>
      <p><code>POST ${written.postUrl}</code> with the posting key in the header <code>X-Partner-Key</code>.</p>
      <p><a href="${openApiPath}">The same as an OpenAPI document</a></p>
      <nav aria-label="Parts">
        <ul>
          ${sections.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}
          <li><a href="#samples">Samples</a></li>
        </ul>
      </nav>
      ${sections.map(sectionPart)}
      <section id="samples">
        <h2>Samples</h2>
        <p>The same test lead in every language. Put your posting key in place of YOUR_POSTING_KEY.</p>
        ${written.samples.map(
          ({ label, code }) =>
            html`<h3>${label}</h3>
              <pre tabindex="0" role="group" aria-label="${label}">${code}</pre>`,
        )}
      </section>`,
  );
};

export const CLOSED_PAGE = page(
  'Not available',
  html`<h1>These instructions are not available</h1>
    <p>This link has expired, was disabled, or never existed. Ask whoever gave it to you for a new one.</p>`,
);
