import {
  type CheckOutcome,
  type LeadTrial,
  POST_PARAMETER_NAMES,
  POST_PARAMETERS,
  type PostParameterName,
  type TrialCheck,
} from '@paceline/contract';
import { type CampaignRules } from '../../../shared/intake/campaign-rules.ts';
import {
  type CheckInput,
  type Counter,
  type Flag,
  type Reason,
  type TracedCheck,
} from '../../../shared/intake/check.ts';
import { CHECKS } from '../../../shared/intake/checks/check-list.ts';
import { counterWords } from '../../../shared/intake/checks/check-results.ts';
import { answerOf, decide, errorAnswer } from '../../../shared/intake/decide.ts';
import { type LeadFields } from '../../../shared/intake/lead-fields.ts';
import { priceAt } from '../../../shared/intake/price.rules.ts';

interface Shown {
  rules: CampaignRules;
  now: Date;
  requestId: string;
  /** A media partner sees nothing between the agency and the client: no detail, no budget. */
  forPartner: boolean;
}

/** Placeholder for the id of a stored lead. */
const NO_LEAD_ID = 'L-given-when-posted';

const frame = ({ rules, now }: Shown): Pick<LeadTrial, 'campaign' | 'at' | 'zone'> => {
  const { campaign, client, owner } = rules;
  return {
    campaign: {
      campaignKey: campaign.campaignKey,
      name: campaign.name,
      code: campaign.code,
      clientKey: client.clientKey,
      clientName: client.name,
    },
    at: now.toISOString(),
    zone: owner.zone,
  };
};

type Value = string | number | boolean | Date | null;

/** Parameters stored under another name, or not as they were sent. */
const READ_AS = {
  // Used for the age only.
  dateOfBirth: () => null,
  sub1: ({ subSources }) => subSources[0] ?? null,
  sub2: ({ subSources }) => subSources[1] ?? null,
  sub3: ({ subSources }) => subSources[2] ?? null,
  sub4: ({ subSources }) => subSources[3] ?? null,
  sub5: ({ subSources }) => subSources[4] ?? null,
  dialeroptin: ({ dialerOptIn }) => dialerOptIn,
  textmessageoptin: ({ textOptIn }) => textOptIn,
} as const satisfies Partial<Record<PostParameterName, (lead: LeadFields) => Value>>;
const isReadAs = (name: PostParameterName): name is keyof typeof READ_AS => name in READ_AS;

/** Enough to recognise a text: all of it is in the pasted post. */
const MAX_SHOWN = 200;

const written = (value: Value): string | null => {
  if (value === null || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = value instanceof Date ? value.toISOString() : String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
};

/** The parsed post in our names: every parameter of the contract that the lead has. */
const fieldsOf = (lead: LeadFields): LeadTrial['fields'] =>
  POST_PARAMETER_NAMES.flatMap((name) => {
    const value = written(isReadAs(name) ? READ_AS[name](lead) : lead[name]);
    return value === null ? [] : [{ name, label: POST_PARAMETERS[name].label, value }];
  });

const said = ({ result }: TracedCheck): readonly (Reason | Flag)[] => {
  if (result.outcome === 'failed') return result.reasons;
  return result.outcome === 'flagged' ? result.flags : [];
};

const countersOf = ({ lookups }: CheckInput, { forPartner }: Shown): TrialCheck['counters'] =>
  lookups.counters
    .filter(({ reason }) => !forPartner || reason !== 'CAP_GOAL_DOLLAR')
    .map((counter: Counter) => ({
      label: counter.label,
      counted: counterWords(counter),
      full: counter.used >= counter.cap,
      resetsAt: counter.resetsAt?.toISOString() ?? null,
    }));

const checkOf = (traced: TracedCheck, input: CheckInput, shown: Shown): TrialCheck => {
  const { id, title, result } = traced;
  const { value, rule } = CHECKS.find((check) => check.id === id)?.explain(input) ?? { value: null, rule: null };
  const reasons = said(traced);
  const outcome: CheckOutcome = result.outcome;
  return {
    id,
    title,
    outcome,
    value,
    rule,
    messages: reasons.map(({ message }) => message),
    details: shown.forPartner ? [] : reasons.flatMap(({ detail }) => detail ?? []),
    counters: id === 'caps' ? countersOf(input, shown) : [],
  };
};

export const describeTrial = (input: CheckInput, warnings: string[], shown: Shown): LeadTrial => {
  const decision = decide(input);
  const price = priceAt(input.rules, input.lead, shown.now)?.media ?? 0;
  return {
    ...frame(shown),
    fieldErrors: [],
    warnings,
    fields: fieldsOf(input.lead),
    checks: decision.trace.map((traced) => checkOf(traced, input, shown)),
    answer: answerOf(decision, { leadId: NO_LEAD_ID, price, requestId: shown.requestId, warnings }),
  };
};

/** With an invalid field no check is run. */
export const describeErrors = (
  { errors, warnings }: { errors: Reason[]; warnings: string[] },
  shown: Shown,
): LeadTrial => {
  const { requestId } = shown;
  const answer = errorAnswer(errors, { requestId, warnings });
  return {
    ...frame(shown),
    fieldErrors: answer.outcome === 'error' ? answer.reasons : [],
    warnings,
    fields: [],
    checks: CHECKS.map(({ id, title }) => ({
      id,
      title,
      outcome: 'notReached',
      value: null,
      rule: null,
      messages: [],
      details: [],
      counters: [],
    })),
    answer,
  };
};
