import { ageRange, asksEducation, RADIUS_MILES, hasRadius } from '../build/campaign-targeting.ts';
import { type Campaign } from '../build/model.ts';
import { drawZipAnywhere, drawZipNear, farZip, type Zip } from '../build/places.ts';
import { momentOf } from '../calendar.ts';
import { type Random } from '../random.ts';
import { type Lead } from './lead.ts';

/** End of the legal calling hours. */
const LATE = 21 * 3600;

/** The ZIP code of a person: near the campus, and within the campaign's radius if it has one. */
export const drawZip = (
  campaign: Campaign,
  { place }: { place: Lead['program']['campus']['place'] },
  random: Random,
): Zip => {
  if (place === null) return drawZipAnywhere(random);
  const zip = drawZipNear(place, random);
  return hasRadius(campaign) && zip.miles > RADIUS_MILES - 5 ? place.around[0]! : zip;
};

/** A reason given by an external provider, where none of the campaign's own rules refuses anybody. */
const byOthers = ({ at }: Lead): string =>
  Math.floor(at / 1000) % 2 === 0 ? 'PHONE_DISCONNECTED' : 'EMAIL_UNDELIVERABLE';

/** For each reason: adapts the lead so that its campaign's rules refuse it for that reason, or returns another reason. */
const FITTED: Readonly<Record<string, (lead: Lead, now: number) => string>> = {
  GEO_NOT_ALLOWED: (lead) => {
    const { place } = lead.program.campus;
    if (place === null || !hasRadius(lead.campaign)) return byOthers(lead);
    lead.zip = farZip(place, Math.floor(lead.at / 1000));
    return 'GEO_NOT_ALLOWED';
  },
  AUDIENCE_NOT_MATCHED: (lead) =>
    asksEducation(lead.campaign) || ageRange(lead.campaign) !== null ? 'AUDIENCE_NOT_MATCHED' : byOthers(lead),
  // The campaign's audience is checked first and requires more than the client's minimum.
  EDU_LEVEL: (lead) => (asksEducation(lead.campaign) ? 'AUDIENCE_NOT_MATCHED' : byOthers(lead)),
  AGE_UNDER_MIN: ({ campaign }) => (ageRange(campaign) === null ? 'AGE_UNDER_MIN' : 'VAL_NOT_ALLOWED'),
  DAY_PART: (lead, now) => {
    const { campaign, day, at } = lead;
    const late = momentOf(campaign.owner.zone, day, LATE + (Math.floor(at / 1000) % 5400));
    if (campaign.kind !== 'call' || late > now) return 'PAUSED';
    lead.at = late;
    return 'DAY_PART';
  },
  SOURCE_BLOCKED: (lead) => {
    const blocked = lead.campaign.partner?.sources.find(
      ({ blockedFrom }) => blockedFrom !== null && lead.day >= blockedFrom,
    );
    if (blocked === undefined) return 'PAUSED';
    lead.source = blocked;
    return 'SOURCE_BLOCKED';
  },
};

/** Sets a reason that the lead's own rules give, and adapts the lead to it. */
export const refuseFor = (lead: Lead, reason: string, now: number): void => {
  lead.reasons = [FITTED[reason]?.(lead, now) ?? reason];
};

/** The lead's state; a wrong one for leads refused for that. */
export const stateOf = ({ zip, reasons }: Lead): string =>
  reasons.includes('ZIP_STATE_MISMATCH') ? (zip.state === 'TX' ? 'OH' : 'TX') : zip.state;
