import { type AnyCall, type OwnedEntity, type OwnerSource, type UserGroup } from '@paceline/contract';
import { sampleOf } from './sample-input.ts';

export type OwnedKeys = Readonly<Record<OwnedEntity, number>>;

export interface Input {
  params: Record<string, string>;
  query: Record<string, string>;
  body: Record<string, unknown>;
}

const SAMPLES = [
  '1',
  'current',
  'currentmonth',
  'ppc',
  'owner',
  'campaign',
  '2026-03-01',
  '2026-03-01T00:00:00Z',
  'device',
  'all',
  'allocations-current',
  'LeadAnalyzer',
  'STATE',
  'pacing',
  'inquiries',
  'pdf',
  'a',
];

const PART_OF = { path: 'params', query: 'query', body: 'body' } as const;

/** What a place's key is the key of when this group calls; the kind that `byKeyType` reads is `owner` here. */
export const entityOf = ({ entity }: OwnerSource, group: UserGroup): OwnedEntity => {
  if (typeof entity === 'string') return entity;
  return 'param' in entity ? 'owner' : (entity[group] ?? 'owner');
};

/** Puts the key of a record into one place of an input, as that place spells it. */
export const putKey = (input: Input, call: AnyCall, source: OwnerSource, key: number): void => {
  if (source.in !== 'body') input[PART_OF[source.in]][source.name] = String(key);
  else {
    const sample = (sampleOf(call.body) as Record<string, unknown>)[source.name];
    input.body[source.name] = Array.isArray(sample) ? [key] : key;
  }
};

/** An input that parses, and names this owner or its records wherever it names an owner. */
export const inputAbout = (call: AnyCall, group: UserGroup, keys: OwnedKeys): Input => {
  const params = Object.entries(call.params.shape).map(([name, schema]) => {
    const sample = SAMPLES.find((value) => schema.safeParse(value).success);
    if (sample === undefined) throw new Error(`No sample value fits ${call.id}.${name}: add one`);
    return [name, sample] as const;
  });
  const query = call.query.safeParse({}).success ? {} : sampleOf(call.query);
  const body = call.method === 'GET' || call.kind === 'upload' ? {} : sampleOf(call.body);
  const input = { params: Object.fromEntries(params), query, body } as Input;
  for (const source of call.owner.sources) {
    if (typeof source.entity === 'object' && 'param' in source.entity) input.params[source.entity.param] = 'owner';
    putKey(input, call, source, keys[entityOf(source, group)]);
  }
  return input;
};
