import { type SourceMode } from '@paceline/contract';
import { type Check, type CheckInput, type CheckResult, type Reason } from '../check.ts';
import { findSource } from '../placement.rules.ts';
import { isSourceAllowed } from './source.rules.ts';
import { failed, OFF, PASSED } from './check-results.ts';

const MODE_WORDS: Readonly<Record<SourceMode, string>> = {
  ALL_APPROVED: 'All approved sources',
  ONLY_LISTED: 'Only the sources that the campaign lists',
  ALL_EXCEPT_LISTED: 'All approved sources but those that the campaign blocks',
};
const reason = (message: string): Reason => ({ code: 'SOURCE_BLOCKED', field: 'publisherSource', message });
const NOT_ACCEPTED = reason('Publisher source is not accepted for this campaign.');
const WAITING = reason('Publisher source is waiting for approval.');

/** Handles a source that is new, or was not seen for long, by the owner's setting. */
const unknownSource = ({ rules }: CheckInput): CheckResult => {
  const { unknownSources } = rules.owner;
  if (unknownSources === 'REJECT') return failed('CLS', NOT_ACCEPTED);
  return unknownSources === 'AUTO_CREATE_HOLD' ? failed('HLD', WAITING) : PASSED;
};

export const source: Check = {
  id: 'source',
  title: 'Publisher source',
  run: (input) => {
    const { lead, rules, partial } = input;
    if (partial === true && lead.publisherSource === '') return OFF;
    const leadSource = findSource(rules, lead);
    if (leadSource === null)
      return rules.sourceMode === 'ONLY_LISTED' ? failed('CLS', NOT_ACCEPTED) : unknownSource(input);
    if (isSourceAllowed(rules.sourceMode, leadSource))
      return leadSource.status === 'INACTIVE' ? unknownSource(input) : PASSED;
    // A source created by such a post is held until somebody reviews it; its further leads are held too.
    const waits = leadSource.status === 'PENDING' && rules.owner.unknownSources === 'AUTO_CREATE_HOLD';
    return waits && isSourceAllowed(rules.sourceMode, { ...leadSource, status: 'APPROVED' })
      ? failed('HLD', WAITING)
      : failed('CLS', NOT_ACCEPTED);
  },
  explain: ({ lead, rules }) => {
    const leadSource = findSource(rules, lead);
    const state = leadSource === null ? 'not seen before' : leadSource.status.toLowerCase();
    return { value: `${lead.publisherSource}, ${state}`, rule: MODE_WORDS[rules.sourceMode] };
  },
};
