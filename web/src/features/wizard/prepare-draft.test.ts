import { type DraftBody, EMPTY_DRAFT } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { mergeForm } from '../../shared/form/prepare-merge.ts';
import { draftRule, prepareSteps, problemsAt, problemsOf, seenUpTo, wordsOfErrors } from './prepare-draft.ts';

const by = () => ({ by: 'Robin', at: null });
const called = (ownerName: string): DraftBody => ({ ...EMPTY_DRAFT, owner: { ...EMPTY_DRAFT.owner, ownerName } });

describe('a draft', () => {
  it('is merged with another user’s save, and asks only about fields changed on both sides', () => {
    const theirs = { ...called('Theirs'), brands: [{ id: 'b1', brandName: 'Of them' }] };
    const mine = {
      ...EMPTY_DRAFT,
      clients: [{ id: 'c1', brandId: '', clientName: 'Of me', clientCode: '', models: [] }],
    };
    const merged = mergeForm(draftRule, { base: EMPTY_DRAFT, theirs, mine }, by);
    expect(merged).toEqual({ value: { ...theirs, clients: mine.clients }, conflicts: [] });
    const both = mergeForm(draftRule, { base: EMPTY_DRAFT, theirs, mine: called('Mine') }, by);
    expect(both.conflicts).toMatchObject([{ path: 'owner.ownerName', theirs: 'Theirs', mine: 'Mine' }]);
  });

  it('marks a step with errors only after it was opened', () => {
    const problems = problemsOf(EMPTY_DRAFT, [{ field: 'owner.ownerName', code: 'duplicate', message: 'taken' }]);
    const states = (step: Parameters<typeof seenUpTo>[0]) =>
      prepareSteps(EMPTY_DRAFT, problems, seenUpTo(step)).map(({ state }) => state);
    expect(states('owner')).toEqual(['open', 'open', 'open', 'open', 'open', 'open']);
    expect(states('partners')).toEqual(['errors', 'errors', 'errors', 'done', 'open', 'open']);
  });

  it('names the entries that keep a step from going on', () => {
    const problems = problemsOf(EMPTY_DRAFT, []);
    expect(problemsAt('owner', problems)).toEqual(['owner.ownerName', 'owner.description', 'owner.verticalKey']);
    expect(problemsAt('campuses', problems)).toEqual([]);
    expect([1, 3].map(wordsOfErrors)).toEqual(['Correct 1 entry to go on.', 'Correct 3 entries to go on.']);
  });

  it('reports one error for each field', () => {
    const serverErrors = [{ field: 'owner.timeZone', code: 'x', message: 'of the server' }];
    expect(problemsOf(called('A name'), serverErrors).get('owner.timeZone')).toBe('of the server');
    expect(
      problemsOf(called('x'), [{ field: 'owner.ownerName', code: 'x', message: 'taken' }]).get('owner.ownerName'),
    ).toBe('must have 2 to 100 characters');
  });
});
