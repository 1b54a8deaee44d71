import { type ClientCriteria } from '@paceline/contract';
import { type OutboundHttp } from '../../lib/guarded-http.ts';
import { type ProviderAccounts } from './accounts.ts';
import { clientCrm } from './client-crm.ts';
import { zeroBounce } from './email-validation.ts';
import { jornaya } from './jornaya.ts';
import { localProvider } from './local.ts';
import { twilioLookup } from './phone-lookup.ts';
import { type Answer, type Provider, unknown, type VerifyInput } from './provider.ts';
import { trustedForm } from './trusted-form.ts';

type Verified = 'certificate' | 'phone' | 'email' | 'clientCrm';
const KINDS = ['certificate', 'phone', 'email', 'clientCrm'] as const satisfies readonly Verified[];

/** Timeout for all providers together. */
const LIMIT_MS = 3_000;

const notSetUp = (name: string): Provider => ({
  name,
  verify: () => Promise.resolve({ ...unknown('Not asked: there is no account.'), provider: name, tookMs: 0 }),
});

const certificateProviders = (
  { trustedForm: form, jornaya: token, local }: ProviderAccounts,
  http: OutboundHttp,
  input: VerifyInput,
): Provider[] => {
  if (local === true) return [localProvider('certificate')];
  return [
    ...(input.trustedFormCertUrl === null ? [] : [form ? trustedForm(http, form) : notSetUp('TrustedForm')]),
    ...(input.jornayaLeadId === null ? [] : [token ? jornaya(http, token) : notSetUp('Jornaya')]),
  ];
};

const providersOf = (
  kind: Verified,
  accounts: ProviderAccounts,
  http: OutboundHttp,
  input: VerifyInput,
  crmUrl: string | null,
): Provider[] => {
  switch (kind) {
    case 'certificate':
      return certificateProviders(accounts, http, input);
    case 'phone':
      if (accounts.local === true) return [localProvider('phone')];
      return [accounts.phone ? twilioLookup(http, accounts.phone) : notSetUp('Phone verification')];
    case 'email':
      if (input.email === null) return [];
      if (accounts.local === true) return [localProvider('email')];
      return [accounts.email ? zeroBounce(http, accounts.email) : notSetUp('Email verification')];
    case 'clientCrm':
      return [crmUrl === null ? notSetUp('Client’s system') : clientCrm(http, crmUrl, accounts.clientSystem ?? null)];
  }
};

/** The worst result of two certificates: a failed one refuses the lead, an unknown one leaves a doubt. */
const worst = (answers: readonly Answer[]): Answer | undefined =>
  answers.find(({ outcome }) => outcome === 'failed') ??
  answers.find(({ outcome }) => outcome === 'unknown') ??
  answers[0];

/**
 * Queries all required providers in parallel, within one time limit. Kinds whose policy is off, or for which the lead has no data, are not
 * in the result. A missing answer is `unknown`.
 */
export const verifyLead = async (
  { http, limitMs = LIMIT_MS, signal }: { http: OutboundHttp; limitMs?: number; signal?: AbortSignal },
  {
    accounts,
    policies,
    input,
  }: { accounts: ProviderAccounts; policies: ClientCriteria['verification']; input: VerifyInput },
): Promise<Map<Verified, Answer>> => {
  const until = AbortSignal.any([AbortSignal.timeout(limitMs), ...(signal ? [signal] : [])]);
  const verifications = KINDS.filter((kind) => policies[kind] !== 'OFF').map(async (kind) => {
    const providers = providersOf(kind, accounts, http, input, policies.clientCrmUrl);
    return [kind, worst(await Promise.all(providers.map((one) => one.verify(input, { signal: until }))))] as const;
  });
  const answers = await Promise.all(verifications);
  return new Map(answers.flatMap(([kind, answer]) => (answer === undefined ? [] : [[kind, answer] as const])));
};
