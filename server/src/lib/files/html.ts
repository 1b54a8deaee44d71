/** HTML built by the server. The template tag is the only way to create it, so nothing gets in unescaped. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);

type Part = string | number | null | Html | readonly Part[];

const render = (part: Part): string => {
  if (part === null) return '';
  if (Array.isArray(part)) return part.map(render).join('');
  return typeof part === 'object' ? (part as Html).html : escape(String(part));
};

export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: strings.reduce((text, literal, index) => text + render(parts[index - 1] ?? null) + literal),
});

/** A page in the plain style of the server's own pages; without scripts. */
export const page = (title: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="/server-page.css" />
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.html;
