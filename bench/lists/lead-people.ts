import { type Bulk } from '@paceline/server/src/db/connection/bulk.ts';
import { keyIdOf, sealPerson } from '@paceline/server/src/lib/secrets/seal.ts';
import { sql } from 'kysely';

/** A person as a posted lead brings one, with all that was posted beside it. */
const personOf = (leadKey: number) => ({
  firstName: 'Quintina',
  lastName: `Vanderbrook-${leadKey}`,
  email: `quintina.${leadKey}@mail.example`,
  phone: `614${String(leadKey).padStart(7, '0').slice(-7)}`,
  addressLine1: '12 Elm Street',
  city: 'Dayton',
  post: {
    transactionId: `T-${leadKey}`,
    altPhone: null,
    state: 'OH',
    zip: '43215',
    country: 'US',
    campusCode: null,
    programCode: 'BSN',
    degreeLevel: 'Bachelor',
    areaOfInterest: 'Nursing',
    modality: 'Online',
    highestEducationLevel: 'HSD',
    hsGradYear: 2018,
    age: 24,
    militaryStatus: 'NONE',
    militaryBranch: null,
    startTimeframe: 'IMM',
    eligibleToStudy: true,
    rnLicence: null,
    leadCreatedDate: '2026-03-01T12:00:00.000Z',
    leadSourceType: 'web',
    publisherSource: 'main-s01',
    subSources: ['search', '', ''],
    clickId: null,
    landingPageUrl: 'https://apply.school.example/nursing?utm_source=partner&utm_medium=cpc',
    referrerUrl: null,
    ipAddress: '203.0.113.9',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
    deviceType: 'mobile',
    tcpaConsent: true,
    jornayaLeadId: null,
    jornayaFailureReason: null,
    trustedFormCertUrl: 'https://cert.trustedform.example/0123456789abcdef0123456789abcdef01234567',
    dialerOptIn: true,
    textOptIn: false,
    agentId: null,
    callRecordingUrl: null,
    isTest: false,
    dataSource: 'api',
  },
});

interface Lead {
  day: string;
  leadKey: number;
}
const DAYS_AT_ONCE = 7;

/** Every lead of an owner gets a person, sealed as the product stores one. */
export const writePeople = async ({ tx, copy }: Bulk, secret: Buffer, ownerKey: number): Promise<void> => {
  const { rows: days } = await sql<{ day: string }>`
    select distinct captured_date::text as day from lead where owner_key = ${ownerKey} order by 1`.execute(tx);
  for (let first = 0; first < days.length; first += DAYS_AT_ONCE) {
    const { rows } = await sql<Lead>`
      select captured_date::text as day, lead_key::int as "leadKey" from lead
      where owner_key = ${ownerKey} and captured_date = any (${days.slice(first, first + DAYS_AT_ONCE).map(({ day }) => day)}::date[])
    `.execute(tx);
    const lines = function* () {
      for (const { day, leadKey } of rows) {
        const sealed = sealPerson(secret, { ownerKey, leadKey }, personOf(leadKey));
        yield [ownerKey, day, leadKey, keyIdOf(sealed), String.raw`\x${sealed.toString('hex')}`];
      }
    };
    await copy('lead_person', ['owner_key', 'captured_date', 'lead_key', 'key_id', 'sealed'], lines());
  }
};
