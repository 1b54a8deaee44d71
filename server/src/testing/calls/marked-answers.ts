import { type AnyCall, fillPath, type OwnedEntity, signOut, type UserGroup } from '@paceline/contract';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { type SignedIn, type TestApp } from '../app.ts';
import { textOfFile } from '../file-text.ts';
import { type Input, inputAbout } from './call-input.ts';
import { onlyReads } from './reading-calls.ts';
import { registeredCalls } from './registered-calls.ts';

export type Keys = Record<OwnedEntity, number>;

/** Calls of media partners and clients that only read and answer at once. */
export const readingCallsOfOthers = async (): Promise<AnyCall[]> =>
  (await registeredCalls()).filter(
    (call) =>
      call.kind !== 'events' &&
      call.kind !== 'post' &&
      onlyReads(call) &&
      call.groups !== 'public' &&
      call.groups.some((group) => group !== 'ag'),
  );

/** Calls of media partners that change something, without files; signing out would end the session of the calls that follow. */
export const changingCallsOfPartners = async (): Promise<AnyCall[]> =>
  (await registeredCalls()).filter(
    (call) =>
      call.kind === 'json' &&
      call.id !== signOut.id &&
      !onlyReads(call) &&
      call.groups !== 'public' &&
      call.groups.includes('mp'),
  );

/** Optional fields would narrow the answer to nothing. */
const inputFor = (call: AnyCall, group: UserGroup, keys: Keys): Input => {
  const input = inputAbout(call, group, keys);
  for (const name of Object.keys(input.body)) {
    const { [name]: _left, ...others } = input.body;
    if (name !== 'ownerKey' && call.body.safeParse(others).success) input.body = others;
  }
  return input;
};

export interface Question {
  keys: Keys;
  /** Other records that the same call is made about, in place of those of `keys`. */
  instead: readonly Partial<Keys>[];
  /** Parameters of the path; calls that have them are made about these, too. */
  params: readonly Readonly<Record<string, number | string>>[];
  /** Values by the name of the query field that they narrow. */
  narrowed: Readonly<Record<string, string>>;
  /** Values by the name of the body's field that takes them, or a list of them (`leadKey`, `leadKeys`). */
  fields?: Readonly<Record<string, number | string>>;
}

/** A body in which every field of these names, however deep, has its value. */
const fillFields = (sample: unknown, name: string, fields: Readonly<Record<string, number | string>>): unknown => {
  if (Array.isArray(sample)) return sample.map((item) => fillFields(item, name.replace(/s$/, ''), fields));
  if (typeof sample !== 'object' || sample === null) return fields[name] ?? sample;
  return Object.fromEntries(Object.entries(sample).map(([field, inner]) => [field, fillFields(inner, field, fields)]));
};

/** Each key as the value of each of these parameters. */
export const paramsOf = (
  names: readonly string[],
  keys: readonly (number | string)[],
): Record<string, number | string>[] => names.flatMap((name) => keys.map((key) => ({ [name]: key })));

/** A call about the records of an owner, and about each other record where the call takes the key of one. */
const inputsOf = (
  call: AnyCall,
  group: UserGroup,
  { keys, instead, params, narrowed, fields = {} }: Question,
): Input[] => {
  const sample = inputFor(call, group, keys);
  const base = { ...sample, body: fillFields(sample.body, '', fields) as Input['body'] };
  const ofOthers = instead.map((other) => inputFor(call, group, { ...keys, ...other }));
  const ofParams = params
    .filter((some) => Object.keys(some).every((name) => name in base.params))
    .map((some) => ({
      ...base,
      params: {
        ...base.params,
        ...Object.fromEntries(Object.entries(some).map(([name, value]) => [name, String(value)])),
      },
    }));
  const queryFields = Object.keys('shape' in call.query ? (call.query.shape as object) : {});
  const all = [base, ...ofOthers, ...ofParams].flatMap((input) => [
    input,
    ...Object.entries(narrowed)
      .filter(([name]) => queryFields.includes(name))
      .map(([name, value]) => ({ ...input, query: { ...input.query, [name]: value } })),
  ]);
  return [...new Map(all.map((input) => [JSON.stringify(input), input])).values()];
};

interface MarkedAnswer {
  status: number;
  text: string;
}

const answerTo = async (
  harness: TestApp,
  call: AnyCall,
  as: SignedIn,
  { params, query, body }: Input,
): Promise<MarkedAnswer> => {
  const answer = await harness.app.inject({
    method: call.method,
    url: `/${call.base}${fillPath(call.path, params, as.group)}?${new URLSearchParams(query).toString()}`,
    headers: { ...as.headers, ...(call.method !== 'GET' && { 'content-type': 'application/json' }) },
    ...(call.method !== 'GET' && { payload: JSON.stringify(body) }),
  });
  expect(answer.statusCode, `${call.id} ${answer.body.slice(0, 300)}`).toBeLessThan(500);
  return { status: answer.statusCode, text: (await textOfFile(answer.rawPayload)).toLowerCase() };
};

/** Makes each call of the user's group about what the question names, and hands over the lower-cased answers. */
export const callAbout = async (
  harness: TestApp,
  calls: readonly AnyCall[],
  as: SignedIn,
  question: Question,
  look: (call: AnyCall, answer: MarkedAnswer) => void,
): Promise<void> => {
  for (const call of calls) {
    await harness.asMigrator((tx) => sql`delete from rate_limit`.execute(tx));
    if (!(call.groups as readonly UserGroup[]).includes(as.group)) continue;
    for (const input of inputsOf(call, as.group, question)) look(call, await answerTo(harness, call, as, input));
  }
};

/** The calls whose answers to this user contain a mark. */
export const callsWithMarks = async (
  harness: TestApp,
  calls: readonly AnyCall[],
  as: SignedIn,
  question: Question,
  marks: readonly string[],
): Promise<string[]> => {
  const ids = new Set<string>();
  await callAbout(harness, calls, as, question, ({ id }, { text }) => {
    if (marks.some((mark) => text.includes(mark))) ids.add(id);
  });
  return [...ids];
};
