import { type LeadCheck } from '@paceline/contract';
import { type Decision, type Flag, type Lookups, type Reason } from './check.ts';
import { CHECKS } from './checks/check-list.ts';

type Said = readonly { check: string; codes: readonly string[] }[];

/**
 * Results of a lead's checks, as stored with the resulting status. Skipped checks are omitted. Anything that may identify the person is
 * only in `words`, which is deleted with the person.
 */
export interface StoredChecks {
  passed: readonly string[];
  skipped?: readonly string[];
  flagged?: Said;
  failed?: Said;
  words?: Readonly<Record<string, string>>;
}

const codesOf = (said: readonly (Reason | Flag)[]): string[] => [...new Set(said.map(({ code }) => code))];
const wordsOf = (said: readonly (Reason | Flag)[]): string =>
  [...new Set(said.map(({ message, detail }) => detail ?? message))].join(' ');

/** Confirmations of external providers, as evidence: "Jornaya: The token is real." */
const confirmed = (verified: Lookups['verified']): string =>
  [...verified.values()]
    .filter(({ outcome }) => outcome === 'ok')
    .map(({ provider, detail }) => `${provider}: ${detail}`)
    .join(' ');

export const checksToStore = ({ trace }: Decision, verified: Lookups['verified']): StoredChecks => {
  const passed: string[] = [];
  const skipped: string[] = [];
  const flagged: { check: string; codes: string[] }[] = [];
  const failed: { check: string; codes: string[] }[] = [];
  const words: Record<string, string> = {};
  for (const { id, result } of trace) {
    if (result.outcome === 'passed') passed.push(id);
    if (result.outcome === 'off' && result.skipped) skipped.push(id);
    if (result.outcome !== 'flagged' && result.outcome !== 'failed') continue;
    const said = result.outcome === 'flagged' ? result.flags : result.reasons;
    (result.outcome === 'flagged' ? flagged : failed).push({ check: id, codes: codesOf(said) });
    words[id] = wordsOf(said);
  }
  const others = confirmed(verified);
  if (others !== '') words['verification'] = [words['verification'] ?? '', others].filter(Boolean).join(' ');
  return {
    passed,
    ...(skipped.length > 0 && { skipped }),
    ...(flagged.length > 0 && { flagged }),
    ...(failed.length > 0 && { failed }),
    ...(Object.keys(words).length > 0 && { words }),
  };
};

/** The checks in execution order. Details are for the agency. */
export const readChecks = (stored: StoredChecks, hasDetails: boolean): LeadCheck[] => {
  const { passed, skipped = [], flagged = [], failed = [], words = {} } = stored;
  return CHECKS.flatMap(({ id, title }): LeadCheck[] => {
    const detail = hasDetails ? (words[id] ?? '') : '';
    const resultOf = (outcome: LeadCheck['outcome'], reasons: readonly string[] = []): LeadCheck[] => [
      { title, outcome, reasons: [...reasons], detail },
    ];
    if (passed.includes(id)) return resultOf('passed');
    if (skipped.includes(id)) return resultOf('skipped');
    const [flag, fail] = [flagged.find(({ check }) => check === id), failed.find(({ check }) => check === id)];
    if (flag !== undefined) return resultOf('flagged', flag.codes);
    return fail === undefined ? [] : resultOf('failed', fail.codes);
  });
};
