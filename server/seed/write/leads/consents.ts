import { consentTextOf } from '../../build/criteria.ts';
import { type Builder } from '../../build/organisation.ts';
import { isoOf } from '../../calendar.ts';
import { hex, uuid } from '../../leads/identifiers.ts';
import { type Device, type Lead } from '../../leads/lead.ts';
import { type Random } from '../../random.ts';

const AGENTS: Readonly<Record<Device, readonly string[]>> = {
  desktop: [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/138.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15',
  ],
  tablet: ['Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Safari/604.1'],
  mobile: [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile Safari/604.1',
    'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 Chrome/138.0 Mobile Safari/537.36',
  ],
};

/** Networks reserved for documentation, which belong to nobody. */
const NETWORKS = ['192.0.2', '198.51.100', '203.0.113'];
export const drawAddress = (random: Random): string => `${random.pick(NETWORKS)}.${random.int(1, 254)}`;

const pageOf = ({ campaign: { owner, partner, kind }, source }: Lead): string =>
  kind === 'call' || partner === null
    ? `https://${owner.volume.host}/request-info`
    : `https://${partner.code.toLowerCase()}.example/${source?.tag.toLowerCase() ?? 'form'}`;

/** Most bought leads come with a certificate, of either of two kinds. */
const certificateOf = ({ campaign: { channel } }: Lead, random: Random): string | null => {
  if (channel !== 'ppl' || random.chance(0.12)) return null;
  return random.chance(0.6) ? `https://cert.trustedform.com/${hex(40, random)}` : uuid(random).toUpperCase();
};

/** Writes a lead's consent. A lead refused for missing consent has none. */
export const writeConsent = ({ sheets }: Builder, lead: Lead, leadKey: number, random: Random): void => {
  if (lead.reasons.includes('CONSENT_MISSING')) return;
  const called = lead.campaign.kind === 'call';
  sheets.put('lead_consent', {
    owner_key: lead.campaign.owner.key,
    captured_date: isoOf(lead.day),
    lead_key: leadKey,
    consent_text: consentTextOf(lead.campaign.client.name),
    page_url: pageOf(lead),
    given_at: new Date(lead.at - random.int(2, 40) * 1000),
    ip: called ? null : drawAddress(random),
    user_agent: called ? null : random.pick(AGENTS[lead.device]),
    dialer_opt_in: random.chance(0.94),
    text_opt_in: random.chance(0.82),
    certificate: certificateOf(lead, random),
  });
};
