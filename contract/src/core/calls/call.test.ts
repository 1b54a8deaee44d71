import { describe, expect, test } from 'vitest';
import { fillPath } from './call.ts';

describe('fillPath', () => {
  test('replaces and encodes parameters', () => {
    expect(fillPath('/{p}/{owner}/x/{name}', { owner: 7, name: 'a/b c' }, 'cl')).toBe('/cl/7/x/a%2Fb%20c');
  });

  test('refuses a missing parameter', () => {
    expect(() => fillPath('/{p}/{owner}', { owner: 7 })).toThrow('needs p');
    expect(() => fillPath('/x/{owner}', {})).toThrow('needs owner');
    expect(() => fillPath('/x/{owner}', { owner: '' })).toThrow('needs owner');
  });
});
