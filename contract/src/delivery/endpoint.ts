import { z } from 'zod';
import { ERRORS } from '../core/calls/errors.ts';
import { LEAD_REASONS } from '../core/leads/lead-status.ts';
import { isWebAddress, MAX_ADDRESS, webAddress } from '../core/values/web-address.ts';
import { templateProblem } from './fields.ts';

export const DELIVERY_METHODS = {
  FORM: 'HTTP form',
  JSON: 'JSON',
  XML: 'XML',
  EMAIL: 'Email',
  FILE: 'Batch file (CSV)',
} as const;
export type DeliveryMethod = keyof typeof DELIVERY_METHODS;

export const DELIVERY_AUTHS = {
  NONE: 'None',
  BASIC: 'User name and password',
  BEARER: 'Bearer token',
  HEADER: 'Header',
  OAUTH: 'OAuth client credentials',
  KEY: 'User name and private key',
} as const;
export type DeliveryAuthKind = keyof typeof DELIVERY_AUTHS;

/** Request methods; most systems use POST. */
export const HTTP_METHODS = ['POST', 'PUT'] as const;

const keysOf = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];
const text = (most: number) => z.string().trim().max(most);
const WEB_EXAMPLE = 'must look like https://leads.school.edu/intake';
/** A web address, `mailto:` with addresses, `sftp://host/folder`, or `folder:` below the product's own; `placeProblem` has their rules. */
const place = text(MAX_ADDRESS).refine((address) => !/\p{Cc}/u.test(address), 'must be one line');
/** A header name, except headers that control the destination or the length of a request. */
const headerName = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,60}$/, 'must be letters, digits and hyphens')
  .refine(
    (name) =>
      !['host', 'content-length', 'transfer-encoding', 'connection', 'idempotency-key', 'content-type'].includes(
        name.toLowerCase(),
      ),
    'is set by the product',
  );

/** Authentication at the client's system. Secrets are not part of it: they are stored encrypted and never returned. */
const authOf = (tokenUrl: z.ZodType<string, string>) =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('NONE') }),
    z.strictObject({ kind: z.literal('BASIC'), userName: text(200).min(1) }),
    z.strictObject({ kind: z.literal('BEARER') }),
    z.strictObject({ kind: z.literal('HEADER'), headerName }),
    z.strictObject({
      kind: z.literal('OAUTH'),
      tokenUrl,
      clientId: text(200).min(1),
      scope: text(500).default(''),
    }),
    z.strictObject({ kind: z.literal('KEY'), userName: text(200).min(1) }),
  ]);
export type DeliveryAuth = z.output<ReturnType<typeof authOf>>;

const NAME = /^[A-Za-z_][\w.-]{0,99}$/;
const deliveryFieldSchema = z.strictObject({
  /** Field name in the client's system; dots nest objects in JSON and elements in XML. */
  name: z.string().regex(NAME, 'must begin with a letter and hold letters, digits, dots, hyphens and underscores'),
  template: text(1000).superRefine((template, context) => {
    const problem = templateProblem(template);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  }),
  /** Translations of our values; others are sent unchanged. */
  values: z
    .array(z.strictObject({ from: text(200), to: text(200) }))
    .max(500)
    .default([]),
});
export type DeliveryFieldMap = z.output<typeof deliveryFieldSchema>;

const pattern = text(500).min(1);
const deliveryAnswersSchema = z.strictObject({
  /** Null: every answer from 200 to 299 is a success. */
  success: pattern.nullable().default(null),
  duplicate: pattern.nullable().default(null),
  rejects: z
    .array(z.strictObject({ pattern, reason: z.enum(LEAD_REASONS.REJ) }))
    .max(20)
    .default([]),
  /** The first group captures the client's own lead id. */
  reference: pattern.nullable().default(null),
});

/** Parts of an email besides the field map. */
export const MAIL_ATTACHMENTS = { NONE: 'None', CSV: 'CSV', JSON: 'JSON', XML: 'XML' } as const;
const template = (most: number) =>
  text(most).superRefine((value, context) => {
    const problem = templateProblem(value);
    if (problem !== null) context.addIssue({ code: 'custom', message: problem });
  });
const deliveryMailSchema = z.strictObject({
  subject: template(200).min(1).default('New lead {leadId}'),
  attachment: z.enum(keysOf(MAIL_ATTACHMENTS)).default('NONE'),
});

/** Intervals of batch files, counted from midnight in the owner's time zone. */
export const BATCH_MINUTES = [15, 30, 60, 120, 240, 480, 1440] as const;
const deliveryBatchSchema = z.strictObject({
  /** Placeholders {date}, {time} and {number}; the number makes the name unique. */
  fileName: z
    .string()
    .regex(
      /^(?:[\w.-]|\{date\}|\{time\}|\{number\}){1,100}$/,
      'must be letters, digits, dots, hyphens, {date}, {time} and {number}',
    )
    .refine((name) => name.includes('{number}'), 'must hold {number}, so that no two files have the same name')
    .refine((name) => !name.startsWith('.'), 'must not begin with a dot')
    .default('leads-{date}-{number}.csv'),
  everyMinutes: z.union(BATCH_MINUTES.map((minutes) => z.literal(minutes))).default(60),
});

const ADDRESS = /^[^\s@,;<>"]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i;
const SFTP = /^sftp:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?(?:\/[\w.-]+)*\/?$/i;
const FOLDER = /^folder:[A-Za-z0-9_][\w-]*(?:\/[A-Za-z0-9_][\w-]*)*$/;
/** Recipients of a `mailto:` address. */
export const recipientsOf = (address: string): string[] =>
  address
    .replace(/^mailto:/i, '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const MAX_RECIPIENTS = 10;
/** The problem with a list of email addresses, in the specification's two sentences; null if there is none. */
export const recipientsProblem = (address: string): string | null => {
  const to = recipientsOf(address);
  if (to.length === 0) return ERRORS.EMAIL_LIST_EMPTY.message;
  if (!/^mailto:/i.test(address) || !to.every((one) => ADDRESS.test(one))) return ERRORS.EMAIL_LIST_INVALID.message;
  return to.length > MAX_RECIPIENTS ? `Enter up to ${MAX_RECIPIENTS} email addresses` : null;
};

/** The problem with a destination address for this method; null if valid. */
export const placeProblem = (method: DeliveryMethod, address: string): string | null => {
  if (method === 'EMAIL') return recipientsProblem(address);
  if (method === 'FILE') {
    const isFine = (SFTP.test(address) && !address.includes('..')) || FOLDER.test(address);
    return isFine ? null : 'must look like sftp://files.school.edu/inbox or folder:school';
  }
  return isWebAddress(address) ? null : WEB_EXAMPLE;
};

/** Authentication kinds available at this destination. */
export const authKindsOf = (method: DeliveryMethod, address: string): DeliveryAuthKind[] => {
  if (method === 'EMAIL') return ['NONE'];
  if (method === 'FILE') return address.startsWith('folder:') ? ['NONE'] : ['BASIC', 'KEY'];
  return ['NONE', 'BASIC', 'BEARER', 'HEADER', 'OAUTH'];
};

const settingsOf = (address: z.ZodType<string, string>, tokenUrl: z.ZodType<string, string>) =>
  z.strictObject({
    method: z.enum(keysOf(DELIVERY_METHODS)),
    httpMethod: z.enum(HTTP_METHODS).default('POST'),
    /** Destination. */
    url: address,
    /** Destination of test leads; null for the same address. */
    testUrl: address.nullable().default(null),
    auth: authOf(tokenUrl),
    xmlRoot: z
      .string()
      .regex(/^[A-Za-z_][\w-]{0,59}$/, 'must be a name without spaces')
      .default('lead'),
    fields: z.array(deliveryFieldSchema).min(1).max(150),
    answers: deliveryAnswersSchema.prefault({}),
    timeLimitSeconds: z.int().min(1).max(30).default(30),
    mail: deliveryMailSchema.prefault({}),
    batch: deliveryBatchSchema.prefault({}),
  });

export const deliverySettingsSchema = settingsOf(place, webAddress({ error: WEB_EXAMPLE }))
  .superRefine(({ method, url, testUrl, auth }, context) => {
    for (const [path, address] of [
      ['url', url],
      ['testUrl', testUrl],
    ] as const) {
      const message = address === null ? null : placeProblem(method, address);
      if (message !== null) context.addIssue({ code: 'custom', path: [path], message });
    }
    const kinds = authKindsOf(method, url);
    if (!kinds.includes(auth.kind))
      context.addIssue({ code: 'custom', path: ['auth', 'kind'], message: 'does not go with this address' });
  })
  .superRefine(({ fields }, context) => {
    const names = new Set<string>();
    for (const [index, { name }] of fields.entries()) {
      if (names.has(name))
        context.addIssue({ code: 'custom', path: ['fields', index, 'name'], message: 'is there twice' });
      names.add(name);
    }
    for (const [index, { name }] of fields.entries())
      if ([...names].some((other) => other.startsWith(`${name}.`)))
        context.addIssue({
          code: 'custom',
          path: ['fields', index, 'name'],
          message: 'holds other fields and cannot be a text',
        });
  });
export type DeliverySettings = z.output<typeof deliverySettingsSchema>;

/** Settings as they are read. Their addresses may break a rule that is newer than they are: such a row is shown as broken and hides no other. */
export const storedDeliverySettingsSchema = settingsOf(z.string(), z.string());
const ADDRESS_WORDS: Partial<Record<string, string>> = {
  url: 'The address',
  testUrl: 'The address of tests',
  tokenUrl: 'The token address',
};
/** Why these settings cannot be used; null if they can. */
export const settingsProblem = (settings: DeliverySettings): string | null => {
  const issue = deliverySettingsSchema.safeParse(settings).error?.issues[0];
  return issue === undefined ? null : `${ADDRESS_WORDS[String(issue.path.at(-1))] ?? 'A setting'} ${issue.message}.`;
};

/** Scheme, host and port, in lower case. */
const originOf = (address: string): string =>
  /^(?:https?|sftp):\/\/[^/?#\\]*/i.exec(address)?.[0].toLowerCase() ?? address;

/** Servers that receive the credential. */
export const credentialHosts = ({
  url: to,
  testUrl,
  auth,
}: Pick<DeliverySettings, 'url' | 'testUrl' | 'auth'>): string[] =>
  [to, testUrl, auth.kind === 'OAUTH' ? auth.tokenUrl : null].flatMap((one) => (one === null ? [] : [originOf(one)]));

/** Whether changed settings discard the stored credential: its kind changed, or a new server would receive it. */
export const losesCredential = (before: DeliverySettings, after: DeliverySettings): boolean => {
  const hosts = new Set(credentialHosts(before));
  return before.auth.kind !== after.auth.kind || credentialHosts(after).some((host) => !hosts.has(host));
};
