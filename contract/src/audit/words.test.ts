import { expect, test } from 'vitest';
import { AUDIT_ACTION_KEYS, auditActionChoice, auditActionWords } from './action-words.ts';
import { AUDIT_ENTITIES, AUDIT_OUTCOMES, AUDIT_WAYS } from './words.ts';

test.each([
  ['actions', AUDIT_ACTION_KEYS.map(auditActionWords)],
  ['choices of actions', AUDIT_ACTION_KEYS.map(auditActionChoice)],
  ['records', Object.values(AUDIT_ENTITIES)],
  ['ways', Object.values(AUDIT_WAYS)],
  ['outcomes', Object.values(AUDIT_OUTCOMES)],
])('no label of %s stands for two names: a filter offers each once', (_, labels) => {
  expect(labels.filter((label, at) => labels.indexOf(label) !== at)).toEqual([]);
  expect(labels.filter((label) => /[_.]|[a-z][A-Z]/.test(label))).toEqual([]);
});
