import { expect, it } from 'vitest';
import { sitesOf, sitesProblem } from './prepare-sites.ts';

it('reads sites from lines and names the first invalid one', () => {
  expect(sitesOf(' https://A.example/ \n\nhttps://b.example:8443\nhttps://a.example')).toEqual([
    'https://a.example',
    'https://b.example:8443',
  ]);
  expect(sitesProblem(['https://a.example'])).toBeNull();
  expect(sitesProblem(['https://a.example', 'http://b.example'])).toMatch(/^http:\/\/b\.example: Write the site/);
});
