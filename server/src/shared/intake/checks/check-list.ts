import { type Check } from '../check.ts';
import { audience } from './audience.ts';
import { campaignOpen } from './campaign-open.ts';
import { caps } from './caps.ts';
import { certificate } from './certificate.ts';
import { click } from './click.ts';
import { consent } from './consent.ts';
import { dedup } from './dedup.ts';
import { disposableEmail } from './disposable-email.ts';
import { eligibility } from './eligibility.ts';
import { freshness } from './freshness.ts';
import { geo, zipAndState } from './geo.ts';
import { hours } from './hours.ts';
import { ipCountry } from './ip-country.ts';
import { nameFraud } from './name-fraud.ts';
import { phonePrefix } from './phone-prefix.ts';
import { program } from './program.ts';
import { source } from './source.ts';
import { velocity } from './velocity.ts';
import { verification } from './verification.ts';

/** Checks for a lead with valid fields, in order: cheap ones first, paid ones last. */
export const CHECKS: readonly Check[] = [
  freshness,
  campaignOpen,
  hours,
  source,
  program,
  zipAndState,
  geo,
  audience,
  eligibility,
  nameFraud,
  phonePrefix,
  disposableEmail,
  ipCountry,
  velocity,
  click,
  consent,
  certificate,
  dedup,
  caps,
  verification,
];

/** Checks possible before the person is known: a precheck sends hashes, a ZIP code and a program. */
export const PRECHECKS: readonly Check[] = [
  campaignOpen,
  hours,
  source,
  program,
  geo,
  audience,
  eligibility,
  dedup,
  caps,
];
