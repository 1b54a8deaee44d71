import { partnerRecord } from '@paceline/contract';
import { describe, expect, it } from 'vitest';
import { codeFor, following } from './prepare-partner.ts';

describe('the code proposed to a new partner', () => {
  it.each([
    ['Beacon Leads', 'BEACON_LEADS'],
    ['  A&B Média, Inc. ', 'A_B_M_DIA_INC'],
    ['The Very Long Name Of A Partner', 'THE_VERY_LONG_NAME_O'],
    ['Nineteen characters x', 'NINETEEN_CHARACTERS'],
  ])('%s: %s', (name, code) => {
    expect(codeFor(name)).toBe(code);
    expect(partnerRecord.fields.mediaPartnerCode.sent.safeParse(code).success).toBe(true);
  });

  it('is empty where nothing can be made of the name', () => expect(codeFor('…')).toBe(''));

  it('follows what it was made of until it is typed', () => {
    expect(following('', '', 'BE')).toBe('BE');
    expect(following('BE', 'BE', 'BEA')).toBe('BEA');
    expect(following('MINE', 'BE', 'BEA')).toBe('MINE');
  });
});
