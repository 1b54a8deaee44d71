import {
  authKindsOf,
  DELIVERY_AUTHS,
  DELIVERY_METHODS,
  type DeliveryAuth,
  type DeliveryAuthKind,
  type DeliveryEndpointRecord,
  deliveryEndpointSave,
  type DeliveryFieldMap,
  type DeliveryMethod,
  type DeliverySettings,
  leadReasonText,
  losesCredential,
  MAIL_ATTACHMENTS,
  recipientsProblem,
  renderBody,
  sampleLead,
} from '@paceline/contract';
import type { UseFormReturn } from 'react-hook-form';
import { field, group, list, type Rule, text, unasked } from '../../../shared/form/prepare-merge.ts';
import { type FieldProblem, schemaProblems } from '../../../shared/form/prepare-refusal.ts';

export interface EndpointValues {
  name: string;
  settings: DeliverySettings;
  /** A new credential; empty keeps the stored one. */
  credential: string;
}
export type EndpointFormApi = UseFormReturn<EndpointValues>;

const line = (name: string, template: string): DeliveryFieldMap => ({ name, template, values: [] });

/** Defaults that suit most systems. */
export const newValues = (): EndpointValues => ({
  name: '',
  credential: '',
  settings: {
    method: 'JSON',
    httpMethod: 'POST',
    url: '',
    testUrl: null,
    auth: { kind: 'NONE' },
    xmlRoot: 'lead',
    fields: [
      line('leadId', '{leadId}'),
      line('firstName', '{firstName}'),
      line('lastName', '{lastName}'),
      line('email', '{email|lower}'),
      line('phone', '{phone|digits}'),
      line('zip', '{zip}'),
      line('program', '{programCode}'),
      line('campus', '{campusCode}'),
    ],
    answers: { success: null, duplicate: null, rejects: [], reference: null },
    timeLimitSeconds: 30,
    mail: { subject: 'New lead {leadId}', attachment: 'NONE' },
    batch: { fileName: 'leads-{date}-{number}.csv', everyMinutes: 60 },
  },
});

export const valuesOf = ({ name, settings }: DeliveryEndpointRecord): EndpointValues => ({
  name,
  settings,
  credential: '',
});

const OTHER_WORDS: readonly [RegExp, string][] = [
  [/^name$/, 'Enter a name, up to 100 characters.'],
  [/^settings\.auth\.tokenUrl$/, 'Enter an address such as https://leads.school.edu/token.'],
  [/^settings\.auth\.userName$/, 'Enter the user name.'],
  [/^settings\.auth\.clientId$/, 'Enter the client ID.'],
  [/^settings\.fields$/, 'Add at least one field.'],
  [/^settings\.timeLimitSeconds$/, 'Enter a whole number of seconds, 1 to 30.'],
  [/^settings\.answers\..*(success|duplicate|reference|pattern)$/, 'Enter a pattern, up to 500 characters.'],
];

/** Error text for a missing destination, by delivery method. */
const placeWords = (path: string, { method, url, testUrl }: DeliverySettings): string | undefined => {
  if (path !== 'settings.url' && path !== 'settings.testUrl') return undefined;
  if (method === 'EMAIL') return recipientsProblem((path === 'settings.url' ? url : testUrl) ?? '') ?? undefined;
  if (method !== 'FILE') return 'Enter an address such as https://leads.school.edu/intake.';
  return url.startsWith('folder:')
    ? 'Enter a folder such as school or school/inbox: letters, digits, hyphens.'
    : 'Enter an address such as sftp://files.school.edu/inbox.';
};

const bodySchema = deliveryEndpointSave.body;

/** Client-side checks; addresses and patterns are checked by the server only. */
export const formProblems = ({ name, settings }: EndpointValues): FieldProblem[] =>
  schemaProblems(bodySchema, {
    endpointKey: null,
    version: 0,
    clientKey: 1,
    campusKey: null,
    credential: null,
    name,
    settings,
  }).map(({ path, message }) => ({
    path,
    message: placeWords(path, settings) ?? OTHER_WORDS.find(([pattern]) => pattern.test(path))?.[1] ?? message,
  }));

export const TABS = { connection: 'Connection', fields: 'Field map', answers: 'Answers', test: 'Test' } as const;
export type Tab = keyof typeof TABS;
export const TAB_NAMES = Object.keys(TABS) as Tab[];

export const tabOf = (path: string): Tab => {
  if (path.startsWith('settings.fields') || path === 'settings.xmlRoot') return 'fields';
  return path.startsWith('settings.answers') ? 'answers' : 'connection';
};

/** Another kind of authentication, with its fields empty. */
export const authOf = (kind: DeliveryAuthKind): DeliveryAuth => {
  if (kind === 'BASIC' || kind === 'KEY') return { kind, userName: '' };
  if (kind === 'HEADER') return { kind, headerName: 'X-Api-Key' };
  if (kind === 'OAUTH') return { kind, tokenUrl: '', clientId: '', scope: '' };
  return { kind };
};

/** Settings for another delivery method or destination; settings that do not apply are reset. */
export const movedTo = (settings: DeliverySettings, method: DeliveryMethod, scheme?: string): DeliverySettings => {
  const isWeb = (one: DeliveryMethod): boolean => one !== 'EMAIL' && one !== 'FILE';
  const first = { EMAIL: 'mailto:', FILE: scheme ?? 'sftp://' }[method as 'EMAIL' | 'FILE'] ?? '';
  const stays = scheme === undefined && (method === settings.method || (isWeb(method) && isWeb(settings.method)));
  const place = stays ? { url: settings.url, testUrl: settings.testUrl } : { url: first, testUrl: null };
  const kinds = authKindsOf(method, place.url);
  const auth = kinds.includes(settings.auth.kind) ? settings.auth : authOf(kinds[0] ?? 'NONE');
  return { ...settings, ...place, method, auth };
};

const authWords = (auth: DeliveryAuth): string => {
  const words: string[] = [DELIVERY_AUTHS[auth.kind]];
  if (auth.kind === 'BASIC' || auth.kind === 'KEY') words.push(auth.userName);
  if (auth.kind === 'HEADER') words.push(auth.headerName);
  if (auth.kind === 'OAUTH') words.push(auth.clientId, auth.tokenUrl, auth.scope);
  return words.filter((word) => word !== '').join(', ');
};

const fieldWords = ({ name, template, values }: DeliveryFieldMap): string =>
  `${name} = ${template}${values.length === 0 ? '' : ` (${values.map(({ from, to }) => `${from} → ${to}`).join(', ')})`}`;
const mailWords = ({ subject, attachment }: DeliverySettings['mail']): string =>
  `${subject}, attachment: ${MAIL_ATTACHMENTS[attachment]}`;
export const everyText = (minutes: number): string =>
  minutes === 1440
    ? 'Once a day'
    : minutes < 60
      ? `Every ${minutes} minutes`
      : minutes === 60
        ? 'Every hour'
        : `Every ${minutes / 60} hours`;
const batchWords = ({ fileName, everyMinutes }: DeliverySettings['batch']): string =>
  `${fileName}, ${everyText(everyMinutes).toLowerCase()}`;
const rejectWords = ({ pattern, reason }: DeliverySettings['answers']['rejects'][number]): string =>
  `${pattern}: ${leadReasonText(reason)}`;
const orNone = (value: string | null): string => value ?? 'None';

/** The merge rules for an endpoint that somebody else has saved. */
export const endpointRule: Rule<EndpointValues> = group<EndpointValues>({
  name: text('Name'),
  credential: unasked(),
  settings: group<DeliverySettings>({
    method: field('Format', (value) => DELIVERY_METHODS[value]),
    httpMethod: field('HTTP method', String),
    url: text('Address'),
    testUrl: field('Test address', orNone),
    auth: field('Authentication', authWords),
    xmlRoot: text('Root element'),
    fields: list('Field map', fieldWords),
    answers: group<DeliverySettings['answers']>({
      success: field('Success pattern', orNone),
      duplicate: field('Duplicate pattern', orNone),
      rejects: list('Reject patterns', rejectWords),
      reference: field('Reference pattern', orNone),
    }),
    timeLimitSeconds: field('Time limit', (value) => `${value} s`),
    mail: field('Mail', mailWords),
    batch: field('File', batchWords),
  }),
});

interface SettingsChange {
  label: string;
  before: string;
  after: string;
}

const NOTHING = '–';
const linesOf = (name: string, settings: DeliverySettings): Map<string, string> => {
  const { answers, fields } = settings;
  return new Map([
    ['Name', name],
    ['Format', DELIVERY_METHODS[settings.method]],
    ['HTTP method', settings.httpMethod],
    ['Address', settings.url],
    ['Test address', settings.testUrl ?? NOTHING],
    ['Authentication', authWords(settings.auth)],
    ['Time limit', `${settings.timeLimitSeconds} s`],
    ...(settings.method === 'EMAIL' ? [['Mail', mailWords(settings.mail)] as const] : []),
    ...(settings.method === 'FILE' ? [['File', batchWords(settings.batch)] as const] : []),
    ['Root element', settings.xmlRoot],
    ['Success pattern', answers.success ?? NOTHING],
    ['Duplicate pattern', answers.duplicate ?? NOTHING],
    ['Reject patterns', answers.rejects.map(rejectWords).join(', ') || NOTHING],
    ['Reference pattern', answers.reference ?? NOTHING],
    ['Order of fields', fields.map((one) => one.name).join(', ')],
    ...fields.map((one): [string, string] => [`Field ${one.name}`, fieldWords(one)]),
  ]);
};

/** A version's changes in words. */
export const changesOf = (
  before: { name: string; settings: DeliverySettings },
  after: { name: string; settings: DeliverySettings },
): SettingsChange[] => {
  const [was, is] = [linesOf(before.name, before.settings), linesOf(after.name, after.settings)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((label) => {
    const change = { label, before: was.get(label) ?? NOTHING, after: is.get(label) ?? NOTHING };
    return change.before === change.after ? [] : [change];
  });
};

/** What saving does to the stored credential; null for nothing. */
export const credentialLoss = (stored: DeliveryEndpointRecord | null, values: EndpointValues): string | null => {
  if (stored?.credentialSetAt == null || values.credential !== '' || values.settings.auth.kind === 'NONE') return null;
  if (!losesCredential(stored.settings, values.settings)) return null;
  return stored.settings.auth.kind === values.settings.auth.kind
    ? 'Saving clears the stored credential: it was given to another server. Enter it again under Authentication.'
    : 'Saving clears the stored credential: it belongs to another kind of authentication. Enter the new one.';
};

/** The body for a sample lead, formatted for reading. */
export const previewOf = (settings: DeliverySettings): string => {
  const { body } = renderBody(settings, sampleLead());
  if (settings.method === 'JSON') return JSON.stringify(JSON.parse(body), null, 2);
  if (settings.method === 'FORM') return body.replaceAll('&', '\n&');
  return settings.method === 'XML' ? body.replaceAll(/></g, '>\n<') : body;
};

/** Moves a row one place up; rows are sent in this order. */
export const movedUp = <Row>(rows: readonly Row[], index: number): Row[] => {
  const [row] = rows.slice(index, index + 1);
  if (row === undefined || index === 0) return [...rows];
  return rows.toSpliced(index, 1).toSpliced(index - 1, 0, row);
};

/** `IMM = NOW`, one per line. */
export const valueMapText = (values: DeliveryFieldMap['values']): string =>
  values.map(({ from, to }) => `${from} = ${to}`).join('\n');
export const readValueMap = (typed: string): DeliveryFieldMap['values'] =>
  typed
    .split('\n')
    .map((row) => row.trim())
    .filter((row) => row !== '')
    .map((row) => {
      const at = row.indexOf('=');
      return at < 0 ? { from: row, to: '' } : { from: row.slice(0, at).trim(), to: row.slice(at + 1).trim() };
    });
