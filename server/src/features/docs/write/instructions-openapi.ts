import { leadAnswerSchema, precheckAnswerSchema } from '@paceline/contract';
import { z } from 'zod';
import { samplePost } from '../../../shared/intake/sample-post.ts';
import { campaignCck, type Describing } from '../describe/describing.ts';
import { type FieldOfPost, fieldsOf } from '../describe/fields.ts';

type Json = Record<string, unknown>;

const answerOf = (schema: z.ZodType): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return rest;
};

const propertyOf = ({ label, format, required, values, most, sample, defaultValue }: FieldOfPost): Json => ({
  type: 'string',
  title: label,
  description: `${format}. Required: ${required}.`,
  maxLength: most,
  ...(values.length > 0 && { enum: values.map(({ code }) => code) }),
  ...(defaultValue !== null && defaultValue !== '' && { default: defaultValue }),
  ...(sample !== null && { examples: [sample] }),
});

const operation = (id: string, summary: string, body: Json, answer: z.ZodType): Json => ({
  operationId: id,
  summary,
  security: [{ postingKey: [] }],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: body }, 'application/x-www-form-urlencoded': { schema: body } },
  },
  responses: {
    200: { description: 'Decided', content: { 'application/json': { schema: answerOf(answer) } } },
    401: { description: 'The posting key is not valid' },
    413: { description: 'The post is larger than 64 KB' },
    422: { description: 'The transaction id came before with another lead, or a hash is no SHA-256' },
    429: { description: 'Too many posts: wait for Retry-After' },
    503: { description: 'Could not be stored: wait for Retry-After and send it again' },
  },
});

/** The two calls of one campaign as an OpenAPI document for its media partner's developers. */
export const instructionsOpenApi = (describing: Describing): Json => {
  const { rules, publicUrl, now } = describing;
  const fields = fieldsOf(describing);
  const cck = { type: 'string', const: campaignCck(rules), description: 'The campaign.' };
  const properties = { cck, ...Object.fromEntries(fields.map((field) => [field.name, propertyOf(field)])) };
  const hash = { type: 'string', pattern: '^[0-9a-fA-F]{64}$' };
  return {
    openapi: '3.1.0',
    info: {
      title: `Posting leads to ${rules.campaign.name}`,
      version: now.toISOString(),
      description: `For ${describing.partnerName}, written from the rules of the campaign as they were then.`,
    },
    servers: [{ url: publicUrl }],
    paths: {
      '/lead/v1/post': {
        post: operation(
          'leadPost',
          'Posts a lead',
          {
            type: 'object',
            properties,
            required: ['cck', ...fields.filter(({ isRequired }) => isRequired).map(({ name }) => name)],
            examples: [{ cck: cck.const, ...samplePost(rules) }],
          },
          leadAnswerSchema,
        ),
      },
      '/lead/v1/precheck': {
        post: operation(
          'leadPrecheck',
          'Asks whether a lead would be taken; nothing is stored',
          { type: 'object', properties: { ...properties, emailSha256: hash, phoneSha256: hash }, required: ['cck'] },
          precheckAnswerSchema,
        ),
      },
    },
    components: { securitySchemes: { postingKey: { type: 'apiKey', in: 'header', name: 'X-Partner-Key' } } },
  };
};
