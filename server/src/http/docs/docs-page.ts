import { type AnyCall } from '@paceline/contract';
import { z } from 'zod';
import { type Html, html, page } from '../../lib/files/html.ts';

const schemaBlock = (title: string, schema: z.ZodType, io: 'input' | 'output'): Html => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  const { properties } = json as { properties?: object };
  if (io === 'input' && Object.keys(properties ?? {}).length === 0) return html``;
  return html`<h4>${title}</h4>
    <pre>${JSON.stringify(json, null, 2)}</pre>`;
};

const describeCall = (call: AnyCall): Html =>
  html` <details id="${call.id}">
    <summary>
      <code>${call.method}</code> <code>/${call.base}${call.path}</code> <b>${call.id}</b> ${call.summary}
    </summary>
    <p>
      ${call.groups === 'public' ? 'Public' : `Groups ${call.groups.join(', ')}`} · permission
      ${[call.permission].flat().join(' or ')} · ${call.kind} · time-out ${call.timeoutMs / 1000} s
    </p>
    ${schemaBlock('Path', call.params, 'input')}${schemaBlock('Query', call.query, 'input')}${schemaBlock('Body', call.body, 'input')}${schemaBlock('Answer', call.response, 'output')}
  </details>`;

/** The API reference as one page without scripts, so that the usual security policy applies. */
export const docsPage = (calls: readonly AnyCall[]): string =>
  page(
    'Paceline API',
    html`<h1>Paceline API</h1>
      <p>
        ${calls.length} calls. The same as a document: <a href="/api/openapi.json">openapi.json</a>. Send the access
        token as <code>Authorization: Bearer …</code>; answers come as <code>{status, data, requestId}</code>.
      </p>
      ${calls.map(describeCall)}`,
  );
