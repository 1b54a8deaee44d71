import {
  type AccountCheck,
  CHECK_RESULTS,
  clientSystemCredentialSchema,
  type ClientSystem,
  PROVIDER_CREDENTIALS,
  type ProviderAccount,
  type ProviderName,
  type SavedAccount,
  VERIFICATION_PROVIDERS,
} from '@paceline/contract';
import { formatCount, formatInstant } from '../../../lib/text/format.ts';
import type { StatusTone } from '../../../ui/marks/status-mark.tsx';

export interface Told {
  tone: StatusTone;
  text: string;
  detail?: string;
}

const setText = (setAt: string, setBy: string | null, zone: string): string =>
  `${formatInstant(setAt, zone)}${setBy === null ? '' : ` by ${setBy}`}`;

/** Whether the account is usable, and what a missing one means. */
export const accountState = ({ setAt, setBy, clients }: ProviderAccount, isLocal: boolean, zone: string): Told => {
  if (setAt !== null) return { tone: 'good', text: 'Set', detail: setText(setAt, setBy, zone) };
  if (clients.length === 0) return { tone: 'off', text: 'Not set' };
  if (isLocal) return { tone: 'off', text: 'Not set', detail: 'The local provider answers instead.' };
  return { tone: 'warn', text: 'Not set', detail: 'Leads are accepted without this check.' };
};

export const systemState = ({ setAt, setBy, headerName }: ClientSystem, zone: string): Told =>
  setAt === null
    ? { tone: 'off', text: 'Not set', detail: 'Asked without a credential.' }
    : { tone: 'good', text: 'Set', detail: `${headerName ?? ''}, ${setText(setAt, setBy, zone)}` };

const CHECK_TONES: Readonly<Record<AccountCheck['outcome'], StatusTone>> = {
  accepted: 'good',
  refused: 'bad',
  unknown: 'warn',
};
export const checkState = ({ outcome }: AccountCheck): Told => ({
  tone: CHECK_TONES[outcome],
  text: CHECK_RESULTS[outcome],
});

const MAX_NAMED = 2;
/** "Ashby, Calder and 3 more". */
export const clientsText = (clients: readonly string[]): string => {
  if (clients.length === 0) return 'No client';
  const more = clients.length - MAX_NAMED;
  return clients.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
};

/** The account in the dialog: one of the owner, or the credential of a client's system. */
export type Asked = { provider: ProviderName } | { provider: 'CLIENT_SYSTEM'; system: ClientSystem };

interface CredentialField {
  name: string;
  label: string;
  isSecret: boolean;
}
export const fieldsOf = (account: Asked): readonly CredentialField[] =>
  account.provider === 'CLIENT_SYSTEM'
    ? [
        { name: 'headerName', label: 'Header name', isSecret: false },
        { name: 'value', label: 'Header value', isSecret: true },
      ]
    : VERIFICATION_PROVIDERS[account.provider].fields;

type Texts = Readonly<Record<string, string>>;
const problemsOf = (
  issues: readonly { path: PropertyKey[]; message: string }[],
  fields: readonly CredentialField[],
): Texts =>
  Object.fromEntries(
    issues.toReversed().map(({ path, message }) => {
      const name = String(path[0]);
      return [name, `${fields.find((field) => field.name === name)?.label ?? name} ${message}.`];
    }),
  );

/** The typed credential as sent, or errors by field. */
export const readCredential = (account: Asked, texts: Texts): { body: SavedAccount } | { problems: Texts } => {
  const fields = fieldsOf(account);
  const typed = Object.fromEntries(fields.map(({ name }) => [name, texts[name] ?? '']));
  if (account.provider === 'CLIENT_SYSTEM') {
    const { data, error } = clientSystemCredentialSchema.safeParse(typed);
    if (error) return { problems: problemsOf(error.issues, fields) };
    return { body: { provider: 'CLIENT_SYSTEM', clientKey: account.system.clientKey, credential: data } };
  }
  const { data, error } = PROVIDER_CREDENTIALS[account.provider].safeParse(typed);
  if (error) return { problems: problemsOf(error.issues, fields) };
  return { body: { provider: account.provider, credential: data } as SavedAccount };
};
