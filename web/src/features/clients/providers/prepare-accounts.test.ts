import type { ClientSystem, ProviderAccount } from '@paceline/contract';
import { expect, test } from 'vitest';
import { accountState, checkState, clientsText, fieldsOf, readCredential, systemState } from './prepare-accounts.ts';

const ZONE = 'America/Chicago';
const ACCOUNT: ProviderAccount = { provider: 'PHONE', setAt: null, setBy: null, check: null, clients: [] };
const SYSTEM: ClientSystem = {
  clientKey: 4,
  clientName: 'Ashby College',
  isAsked: true,
  host: 'crm.ashby.example',
  headerName: null,
  setAt: null,
  setBy: null,
  check: null,
};

test('a missing account matters only if a client requires it and the local provider is off', () => {
  const account = { ...ACCOUNT, clients: ['Ashby'] };
  expect(accountState(ACCOUNT, false, ZONE)).toEqual({ tone: 'off', text: 'Not set' });
  expect(accountState(account, false, ZONE)).toEqual({
    tone: 'warn',
    text: 'Not set',
    detail: 'Leads are accepted without this check.',
  });
  expect(accountState(account, true, ZONE)).toMatchObject({
    tone: 'off',
    detail: 'The local provider answers instead.',
  });
  expect(accountState({ ...account, setAt: '2026-11-03T18:00:00Z', setBy: 'Avery Stone' }, false, ZONE)).toEqual({
    tone: 'good',
    text: 'Set',
    detail: 'Nov 3, 2026, 12:00 PM by Avery Stone',
  });
});

test('a client’s system is asked with or without a credential, and says which', () => {
  expect(systemState(SYSTEM, ZONE).detail).toBe('Asked without a credential.');
  const set = { ...SYSTEM, headerName: 'X-Api-Key', setAt: '2026-11-03T18:00:00Z' };
  expect(systemState(set, ZONE)).toEqual({ tone: 'good', text: 'Set', detail: 'X-Api-Key, Nov 3, 2026, 12:00 PM' });
});

test('a check’s result has words and a tone', () => {
  expect(checkState({ at: '', outcome: 'refused', detail: '' })).toEqual({ tone: 'bad', text: 'Refused' });
  expect(checkState({ at: '', outcome: 'unknown', detail: '' })).toEqual({ tone: 'warn', text: 'No clear answer' });
});

test('clients are named up to two', () => {
  expect(clientsText([])).toBe('No client');
  expect(clientsText(['Ashby', 'Calder', 'Dunmore', 'Elk'])).toBe('Ashby, Calder and 2 more');
});

test('missing values are reported at their field, complete ones sent', () => {
  expect(fieldsOf({ provider: 'PHONE' }).map(({ name }) => name)).toEqual(['accountSid', 'authToken']);
  expect(readCredential({ provider: 'PHONE' }, { accountSid: ' AC1 ' })).toEqual({
    problems: { authToken: 'Auth token is required.' },
  });
  expect(readCredential({ provider: 'PHONE' }, { accountSid: ' AC1 ', authToken: 't' })).toEqual({
    body: { provider: 'PHONE', credential: { accountSid: 'AC1', authToken: 't' } },
  });
  const account = { provider: 'CLIENT_SYSTEM', system: SYSTEM } as const;
  expect(readCredential(account, { headerName: 'Host', value: 'x' })).toEqual({
    problems: { headerName: 'Header name is set by us.' },
  });
  expect(readCredential(account, { headerName: 'Authorization', value: 'Bearer x' })).toEqual({
    body: { provider: 'CLIENT_SYSTEM', clientKey: 4, credential: { headerName: 'Authorization', value: 'Bearer x' } },
  });
});
