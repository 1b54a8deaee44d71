import type { CampaignProgram, CampaignSource, SourceMode } from '@paceline/contract';
import type { CampaignFields, ProgramChoiceText, SourceChoiceText } from '../prepare/prepare-values.ts';

const NO_OWN: ProgramChoiceText = { price: '', cap: '' };

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
const matches = (words: readonly string[], ...texts: (string | undefined)[]): boolean => {
  const all = texts.join(' ').toLowerCase();
  return words.every((word) => all.includes(word));
};

export const findPrograms = (programs: readonly CampaignProgram[], text: string): CampaignProgram[] => {
  const words = wordsOf(text);
  return programs.filter(({ programName, programCode, campusName, degreeLevel, modality, subjectArea }) =>
    matches(words, programName, programCode, campusName, degreeLevel, modality, subjectArea),
  );
};

/** Chooses or removes programs; a removed program loses its settings. */
export const withPrograms = (
  chosen: CampaignFields['programs'],
  keys: readonly number[],
  isOn: boolean,
): CampaignFields['programs'] => {
  if (isOn) return { ...Object.fromEntries(keys.map((key) => [key, NO_OWN])), ...chosen };
  const gone = new Set(keys.map(String));
  return Object.fromEntries(Object.entries(chosen).filter(([key]) => !gone.has(key)));
};

export const findSources = (sources: readonly CampaignSource[], text: string): CampaignSource[] => {
  const words = wordsOf(text);
  return sources.filter(({ sourceTag, displayName, publisherName }) =>
    matches(words, sourceTag, displayName, publisherName),
  );
};

/** Changes settings of sources; an action of null removes them. */
export const withSources = (
  said: CampaignFields['sources'],
  keys: readonly number[],
  action: SourceChoiceText['action'] | null,
): CampaignFields['sources'] => {
  const next = { ...said };
  for (const key of keys) {
    if (action === null) delete next[key];
    else next[key] = { price: '', cap: '', note: '', ...next[key], action };
  }
  return next;
};

/** Whether leads of a source are accepted. A source blocked by the agency everywhere is blocked here too. */
export const isTaken = (mode: SourceMode, status: string, action: SourceChoiceText['action'] | null): boolean => {
  if (status === 'PENDING' || status === 'BLOCKED' || action === 'BLOCK') return false;
  return mode !== 'ONLY_LISTED' || action === 'ALLOW';
};

const SOURCE_STATUSES: Readonly<Record<string, string>> = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  BLOCKED: 'Blocked everywhere',
  INACTIVE: 'Inactive',
};
export const sourceStatus = (status: string): string => SOURCE_STATUSES[status] ?? status;
