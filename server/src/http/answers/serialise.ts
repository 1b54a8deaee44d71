import fastJson from 'fast-json-stringify';
import { z } from 'zod';

export type Serialise = (value: unknown) => string;

/** `anyOf: [X, null]` needs a validator at run time; `type: [x, 'null']` is equivalent for plain types and does not. */
const flattenNullable = (schema: Record<string, unknown>): void => {
  const branches = schema['anyOf'] as { type?: unknown; enum?: unknown[] }[] | undefined;
  if (branches?.length !== 2 || branches[1]?.type !== 'null' || typeof branches[0]?.type !== 'string') return;
  if (branches[0].type === 'object' || branches[0].type === 'array') return;
  delete schema['anyOf'];
  const { type, enum: values } = branches[0];
  Object.assign(schema, branches[0], { type: [type, 'null'] }, values && { enum: [...values, null] });
};

const responseJsonSchema = (schema: z.ZodType): Record<string, unknown> =>
  z.toJSONSchema(schema, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => flattenNullable(jsonSchema),
  });

const serialisers = new WeakMap<z.ZodType, Serialise>();

const compile = (schema: z.ZodType): Serialise => {
  const serialise: Serialise = fastJson(responseJsonSchema(schema) as never);
  serialisers.set(schema, serialise);
  return serialise;
};

/**
 * Serialises only what the schema declares: a column that a query selects by mistake is not sent. Compiling takes milliseconds, so
 * serialisers are cached per schema.
 */
export const serialiserOf = (schema: z.ZodType): Serialise => serialisers.get(schema) ?? compile(schema);
