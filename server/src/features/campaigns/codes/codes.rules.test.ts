import { isCampaignCode } from '@paceline/contract';
import { describe, expect, test } from 'vitest';
import { nextCode } from './codes.rules.ts';

describe('the next code of a series', () => {
  test.each([
    ['HTI-CCP-PPL-038', [], 'HTI-CCP-PPL-039'],
    ['HTI-CCP-PPL-038', ['hti-ccp-ppl-039', 'hti-ccp-ppl-040', 'hti-ccp-ppl-042'], 'HTI-CCP-PPL-041'],
    ['A-099', [], 'A-100'],
    ['A-999', [], 'A-1000'],
    ['007', [], '008'],
    ['NURSING', [], 'NURSING-2'],
    ['NURSING', ['nursing-2'], 'NURSING-3'],
    // No longer than a code may be.
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZ-A-X', [], 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-A-2'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZ-A-9', [], 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-A10'],
  ])('%s with %j is %s', (code, codes, expected) => {
    const next = nextCode(code, new Set(codes));
    expect(next).toBe(expected);
    expect(isCampaignCode(next)).toBe(true);
  });
});
