import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { makeTemporaryFolder } from '../../testing/servers/temporary-folder.ts';
import { countryOfAddress, loadIpCountries, readIpCountries, setIpCountries } from './ip-countries.ts';

const TABLE = [
  '# made up',
  '5.9.0.0,5.9.255.255,DE',
  '8.8.8.0,8.8.8.255,US',
  '12.0.0.0,12.0.0.255,US,OH',
  '12.0.1.0,12.0.1.255,US,"New York"',
  '"24.48.0.0","24.48.127.255","CA","ON"',
  '2001:200::,2001:200:ffff:ffff:ffff:ffff:ffff:ffff,JP',
  '2600:1700::,2600:17ff:ffff:ffff:ffff:ffff:ffff:ffff,US',
];

afterEach(() => setIpCountries(null));

describe('countries of IP addresses', () => {
  test.each([
    ['5.9.0.0', 'DE'],
    ['5.9.255.255', 'DE'],
    ['5.10.0.0', null],
    ['8.8.8.8', 'US'],
    ['::ffff:8.8.8.8', 'US'],
    ['24.48.12.1', 'CA'],
    ['24.48.128.0', null],
    ['2001:200::1', 'JP'],
    ['2001:201::', null],
    ['2600:1700:1::9', 'US'],
    ['nonsense', null],
  ])('%s is of %s', async (address, country) => {
    expect((await readIpCountries(TABLE)).countryOf(address)).toBe(country);
  });

  test.each([
    ['12.0.0.9', 'US-OH'],
    ['12.0.1.9', 'US-NY'],
    ['8.8.8.8', null],
    ['24.48.12.1', null],
    ['1.1.1.1', null],
  ])('%s is of the state %s', async (address, state) => {
    const table = await readIpCountries(TABLE);
    expect([table.stateOf(address), state === null || table.countryOf(address)]).toEqual([
      state,
      state === null || 'US',
    ]);
  });

  test('an invalid table is reported with the line', async () => {
    await expect(readIpCountries(['1.0.0.0,1.0.0.255,US,Atlantis'])).rejects.toThrow('Line 1');
    await expect(readIpCountries(['1.0.0.0,1.0.0.255'])).rejects.toThrow('Line 1');
    await expect(readIpCountries(['# head', '5.0.0.0,5.0.0.9,DE', '4.0.0.0,4.0.0.9,US'])).rejects.toThrow(
      'Line 3 of the table of countries is not in the order',
    );
    await expect(loadIpCountries('/nowhere/countries.csv')).rejects.toThrow('IP_COUNTRY_TABLE');
  });

  test('nothing is known before a table is loaded', async () => {
    expect(countryOfAddress('8.8.8.8')).toBeUndefined();
    const folder = await makeTemporaryFolder('countries');
    const path = join(folder, 'countries.csv');
    await writeFile(path, TABLE.join('\r\n'));
    setIpCountries(await loadIpCountries(path));
    await rm(folder, { recursive: true });
    expect(countryOfAddress('8.8.8.8')).toBe('US');
    expect(countryOfAddress('1.1.1.1')).toBeNull();
  });
});
