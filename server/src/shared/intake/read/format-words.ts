import { type PostParameter } from '@paceline/contract';

/** Required format of each kind of value, for partners' developers; kept beside the parsers that enforce it. */
const WORDS: Record<PostParameter['kind'], string> = {
  text: 'Text',
  code: 'Code',
  name: 'Letters, spaces, apostrophes, hyphens and periods',
  email: 'Email address',
  phone: 'US number of ten digits; a leading 1 and punctuation are dropped',
  address: 'Street address, no bare number',
  city: 'Name of a city',
  state: 'Two letters or US-XX',
  zip: 'Five digits, or five and four',
  country: 'Two letters, US unless the client takes others',
  choice: 'One of the values',
  year: 'Year of four digits',
  age: 'Whole number',
  birthDate: 'YYYY-MM-DD',
  moment: 'ISO 8601; without an offset it is the school group’s time',
  tag: 'Letters, digits, underscore, hyphen and period',
  url: 'http or https address',
  ip: 'Public IPv4 or IPv6 address',
  yesNo: 'Y or N; true, false, 1 and 0 are taken too',
  consentText: 'The text that the person agreed to, 40 characters or more',
  jornaya: 'Token of 36 characters',
  trustedForm: 'Begins with https://cert.trustedform.com/',
};

export const formatWords = ({ kind, most }: PostParameter): string =>
  kind === 'text' || kind === 'code' || kind === 'url' || kind === 'tag' || kind === 'consentText'
    ? `${WORDS[kind]}, at most ${most.toLocaleString('en-US')} characters`
    : WORDS[kind];
