import { ageRange, asksEducation, RADIUS_MILES, hasRadius } from '../build/campaign-targeting.ts';
import { type Campaign } from '../build/model.ts';
import { drawZipAnywhere, drawZipNear, farZip, type Zip } from '../build/places.ts';
import { momentOf } from '../calendar.ts';
import { type Random } from '../random.ts';
import { type Lead } from './lead.ts';

/** When nobody is called any more. */
const LATE = 21 * 3600;

/** Where somebody lives who asks: near the campus, and within the campaign's circle where it has one. */
export const drawZip = (
  campaign: Campaign,
  { place }: { place: Lead['program']['campus']['place'] },
  random: Random,
): Zip => {
  if (place === null) return drawZipAnywhere(random);
  const zip = drawZipNear(place, random);
  return hasRadius(campaign) && zip.miles > RADIUS_MILES - 5 ? place.around[0]! : zip;
};

/** What others found out about a person, where no rule of the campaign's own refuses anybody. */
const byOthers = ({ at }: Lead): string =>
  Math.floor(at / 1000) % 2 === 0 ? 'PHONE_DISCONNECTED' : 'EMAIL_UNDELIVERABLE';

/** Whether the rules of the lead's campaign and client can refuse it for a reason, and what it would have to be like. */
const FITTED: Readonly<Record<string, (lead: Lead, now: number) => string>> = {
  GEO_NOT_ALLOWED: (lead) => {
    const { place } = lead.program.campus;
    if (place === null || !hasRadius(lead.campaign)) return byOthers(lead);
    lead.zip = farZip(place, Math.floor(lead.at / 1000));
    return 'GEO_NOT_ALLOWED';
  },
  AUDIENCE_NOT_MATCHED: (lead) =>
    asksEducation(lead.campaign) || ageRange(lead.campaign) !== null ? 'AUDIENCE_NOT_MATCHED' : byOthers(lead),
  // Whoever asks for more than the client's floor is the first to refuse.
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

/** A reason that the lead's own rules give, and the lead as that reason has it. */
export const refuseFor = (lead: Lead, reason: string, now: number): void => {
  lead.reasons = [FITTED[reason]?.(lead, now) ?? reason];
};

/** A state that the ZIP code does not lie in, of a lead that was refused for that. */
export const stateOf = ({ zip, reasons }: Lead): string =>
  reasons.includes('ZIP_STATE_MISMATCH') ? (zip.state === 'TX' ? 'OH' : 'TX') : zip.state;
