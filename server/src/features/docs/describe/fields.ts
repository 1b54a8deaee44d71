import { POST_PARAMETER_NAMES, POST_PARAMETERS, type PostParameter, type PostParameterName } from '@paceline/contract';
import { type CampaignRules } from '../../../shared/intake/campaign-rules.ts';
import { type CheckInput } from '../../../shared/intake/check.ts';
import { CHECKS } from '../../../shared/intake/checks/check-list.ts';
import { formatWords } from '../../../shared/intake/read/format-words.ts';
import { fieldMessage, readPost } from '../../../shared/intake/read-post.ts';
import { samplePost } from '../../../shared/intake/sample-post.ts';
import { type Describing } from './describing.ts';

/** One parameter of a post, as this campaign requires it. */
export interface FieldOfPost {
  name: PostParameterName;
  label: string;
  kind: PostParameter['kind'];
  /** Whether an ordinary lead is refused without it. */
  isRequired: boolean;
  /** Yes, No, or a condition. */
  required: string;
  format: string;
  /** The accepted values; empty for free text. */
  values: readonly { code: string; label: string }[];
  defaultValue: string | null;
  most: number;
  missing: string;
  invalid: string;
  sample: string | null;
}

/** The errors for a post with only these fields, from the code that parses posts. */
const missingIn = (post: Record<string, string>, rules: CampaignRules, now: Date): Map<string, string> => {
  const read = readPost(post, rules, now);
  const errors = 'errors' in read ? read.errors : [];
  return new Map(
    errors.flatMap(({ code, field, message }) => (code === 'REQ_MISSING' && field !== null ? [[field, message]] : [])),
  );
};

/** Fields whose absence a check refuses: the audience, the age, a certificate. */
const askedByChecks = (
  { rules, lookups, now }: Pick<CheckInput, 'rules' | 'lookups' | 'now'>,
  bare: Record<string, string>,
): Map<string, string> => {
  const read = readPost(bare, rules, now);
  if ('errors' in read) return new Map();
  const input: CheckInput = { lead: read.lead, rules, lookups, now, skips: new Set() };
  const parameters = new Map<string, string>();
  for (const check of CHECKS) {
    const result = check.run(input);
    if (result.outcome !== 'failed') continue;
    for (const { field, message } of result.reasons)
      if (field !== null && !(field in bare)) parameters.set(field, message);
  }
  return parameters;
};

/** A place, to tell apart the fields that are required only without one. */
const PLACE = { zip: '44114' };

export const fieldsOf = ({ rules, lookups, now }: Pick<Describing, 'rules' | 'lookups' | 'now'>): FieldOfPost[] => {
  const sample = samplePost(rules);
  const withoutPlace = missingIn({}, rules, now);
  const usual = missingIn(PLACE, rules, now);
  const web = missingIn({ ...PLACE, leadSourceType: 'web' }, rules, now);
  const callCenter = missingIn({ ...PLACE, leadSourceType: 'Call Center' }, rules, now);
  const always = new Set([...usual.keys(), 'zip', 'isTest']);
  const bare = Object.fromEntries(Object.entries(sample).filter(([name]) => always.has(name)));
  const byChecks = askedByChecks({ rules, lookups, now }, bare);
  const criteria = new Map(rules.criteria.fields.map((criterion) => [criterion.parameter as string, criterion]));

  const whenOf = (name: string): string => {
    if (usual.has(name) || byChecks.has(name) || (name === 'zip' && withoutPlace.has(name))) return 'Yes';
    if (web.has(name)) return 'For web leads';
    if (callCenter.has(name)) return 'For call center leads';
    return withoutPlace.has(name) ? 'Without a ZIP code' : 'No';
  };
  return POST_PARAMETER_NAMES.map((name): FieldOfPost => {
    const parameter: PostParameter = POST_PARAMETERS[name];
    const criterion = criteria.get(name);
    const allowed = criterion?.allowedValues ?? [];
    const labels = new Map(parameter.values?.map(({ code, label }) => [code.toLowerCase(), label]));
    const required = whenOf(name);
    return {
      name,
      label: parameter.label,
      kind: parameter.kind,
      isRequired: required === 'Yes',
      required,
      format: [formatWords(parameter), ...(criterion?.pattern ? [`must match ${criterion.pattern}`] : [])].join('; '),
      values:
        allowed.length > 0
          ? allowed.map((code) => ({ code, label: labels.get(code.toLowerCase()) ?? code }))
          : (parameter.values ?? []),
      defaultValue: criterion?.defaultValue ?? null,
      most: parameter.most,
      missing: withoutPlace.get(name) ?? callCenter.get(name) ?? byChecks.get(name) ?? '',
      invalid: fieldMessage(criterion, parameter.invalid),
      sample: sample[name] ?? null,
    };
  });
};
