import { type AnyCall, errorEnvelopeSchema, ERRORS, USER_GROUPS } from '@paceline/contract';
import { z } from 'zod';

type Json = Record<string, unknown>;

const inputSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};
const outputSchema = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return rest;
};

const fieldsOf = (schema: z.ZodType, place: 'path' | 'query'): Json[] => {
  const { properties = {}, required = [] } = inputSchema(schema) as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, fieldSchema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: fieldSchema,
  }));
};

const groupParameter = (call: AnyCall): Json[] =>
  call.path.includes('{p}')
    ? [
        {
          name: 'p',
          in: 'path',
          required: true,
          schema: { enum: call.groups === 'public' ? USER_GROUPS : call.groups },
        },
      ]
    : [];

const requestBody = ({ kind, method, body }: AnyCall): Json | undefined => {
  if (method === 'GET') return undefined;
  if (kind === 'upload') {
    const file = { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] };
    return { required: true, content: { 'multipart/form-data': { schema: file } } };
  }
  if (kind === 'post') {
    const schema = inputSchema(body);
    return {
      required: true,
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    };
  }
  const type = kind === 'form' ? 'application/x-www-form-urlencoded' : 'application/json';
  return { required: true, content: { [type]: { schema: inputSchema(body) } } };
};

const successContent = ({ kind, response }: AnyCall): Json => {
  if (kind === 'download') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
  if (kind === 'stream') return { 'application/x-ndjson': { schema: outputSchema(response) } };
  if (kind === 'post') {
    const schema = outputSchema(response);
    return { 'application/json': { schema }, 'text/xml': { schema } };
  }
  const envelope = z.object({ status: z.literal('success'), data: response, requestId: z.string() });
  return { 'application/json': { schema: outputSchema(envelope) } };
};

const describe = ({ groups, permission, kind, apiKey }: AnyCall): string => {
  if (groups === 'public') return 'Anyone may call it.';
  const byKey = kind === 'post' ? 'A media partner’s posting key does, in the header or the field key. ' : '';
  const withKey = apiKey ? 'An API key is taken in place of a session. ' : '';
  return byKey + withKey + `Groups: ${groups.join(', ')}. Permission: ${[permission].flat().join(' or ')}.`;
};

const operation = (call: AnyCall): Json => ({
  operationId: call.id,
  summary: call.summary,
  description: describe(call),
  'x-groups': call.groups,
  'x-permission': call.permission,
  'x-api-key': call.apiKey,
  security: call.groups === 'public' ? [] : [{ bearer: [] }, ...(call.kind === 'post' ? [{ postingKey: [] }] : [])],
  parameters: [...groupParameter(call), ...fieldsOf(call.params, 'path'), ...fieldsOf(call.query, 'query')],
  requestBody: requestBody(call),
  responses: {
    200: { description: 'Done', content: successContent(call) },
    default: {
      description: 'Refused or failed',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  },
});

/** A route for visitors beside the API: it answers with a redirect. */
const CLICK_REDIRECT: Json = {
  operationId: 'clickRedirect',
  summary: 'Stores a click and sends the visitor on to the campaign’s landing page',
  description: 'Anyone may call it.',
  'x-groups': 'public',
  security: [],
  parameters: [{ name: 'campaignCode', in: 'path', required: true, schema: { type: 'string' } }],
  responses: {
    302: { description: 'To the landing page, with the click’s id' },
    404: { description: 'There is no such link' },
  },
};

/** The contract as an OpenAPI 3.1 document: exactly the registered calls. */
export const buildOpenApi = (calls: readonly AnyCall[]): Json => {
  const paths: Record<string, Json> = { '/c/{campaignCode}': { get: CLICK_REDIRECT } };
  for (const call of calls) (paths[`/${call.base}${call.path}`] ??= {})[call.method.toLowerCase()] = operation(call);
  return {
    openapi: '3.1.0',
    info: { title: 'Paceline', version: '0.1.1', description: 'Every call of the Paceline API.' },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        postingKey: { type: 'apiKey', in: 'header', name: 'X-Partner-Key' },
      },
      schemas: { Error: outputSchema(errorEnvelopeSchema) },
    },
    'x-errors': Object.entries(ERRORS).flatMap(([code, { status, message }]) =>
      status === null ? [] : [{ code, status, message }],
    ),
  };
};
