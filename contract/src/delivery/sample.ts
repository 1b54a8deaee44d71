import { DELIVERY_FIELD_NAMES, type DeliveryValues } from './fields.ts';

/** Sample person with an address and a number reserved for examples, for test leads and previews. */
const NOBODY: Partial<DeliveryValues> = {
  leadId: 'L-TEST-1',
  receivedAt: '2026-01-15T15:30:00Z',
  transactionId: 'TX-TEST-1',
  firstName: 'Test',
  lastName: 'Lead',
  email: 'test.lead@test.example',
  phone: '6145550100',
  addressLine1: '1 Example Street',
  city: 'Columbus',
  state: 'OH',
  zip: '43004',
  age: '29',
  education: 'HSD',
  gradYear: '2015',
  startTimeframe: 'IMM',
  campusCode: 'TEST',
  campusName: 'Test campus',
  programCode: 'TEST',
  programName: 'Test program',
  clientCode: 'TEST',
  campaignCode: 'TEST',
  partnerCode: 'TEST',
  source: 'TEST',
  leadSourceType: 'WEB',
  device: 'DESKTOP',
  consentText: 'This is a test lead: nobody gave consent.',
  consentAt: '2026-01-15T15:29:30Z',
  consentPage: 'https://test.example/form',
  consentIp: '192.0.2.1',
  dialerOptIn: 'N',
  textOptIn: 'N',
};

export const sampleLead = (over: Partial<DeliveryValues> = {}): DeliveryValues => ({
  ...(Object.fromEntries(DELIVERY_FIELD_NAMES.map((name) => [name, ''])) as DeliveryValues),
  ...NOBODY,
  ...over,
});
