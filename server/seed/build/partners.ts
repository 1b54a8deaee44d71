import { TRAFFIC_TYPES } from '@paceline/contract';
import { isoOf, midnightOf, monthStart } from '../calendar.ts';
import { type Builder } from './organisation.ts';
import { type Client, type Owner, type Partner, type Source } from './model.ts';
import { DEMO_PARTNERS } from './organisations.ts';
import { PARTNER_QUALITY } from '../leads/partner-quality.ts';
import { hex } from '../leads/identifiers.ts';

const PUBLISHERS = 60;
const SOURCES = 220;
const BLOCKED = 10;

const FIRST = [
  'Career',
  'College',
  'Campus',
  'Degree',
  'Future',
  'Trade',
  'Learn',
  'Bright',
  'Study',
  'Path',
  'Skill',
  'Home',
];
const SECOND = ['Compass', 'Guide', 'Scout', 'Match', 'Finder', 'Bridge', 'Ladder', 'Beacon', 'Hub', 'Post'];
/** Calls come from call centers only, and text messages are blocked by default. */
const TRAFFIC = TRAFFIC_TYPES.filter((type) => type !== 'Call center' && type !== 'SMS');

const CONSENT =
  'By pressing Send I agree that the school named on this page may call, text and email me about its programs at the number I gave, ' +
  'also by automated means. Agreeing is no condition of enrolling.';

/** Unique names of publishers. */
const nameOf = (index: number): string =>
  `${FIRST[index % FIRST.length]!} ${SECOND[(index * 7 + Math.floor(index / FIRST.length)) % SECOND.length]!}`;

const addPublisher = ({ keys, sheets, random }: Builder, partner: Partner, index: number): number => {
  const publisherKey = keys.next('publisher');
  const name = nameOf(index);
  const own = random.fork(`publisher ${index}`);
  sheets.put('publisher', {
    partner_key: partner.key,
    publisher_key: publisherKey,
    name,
    domain: `${name.toLowerCase().replace(' ', '-')}-${index + 1}.example`,
    traffic_types: partner.callCenter ? ['Call center'] : own.shuffle(TRAFFIC).slice(0, own.int(1, 3)),
    status: 'APPROVED',
  });
  return publisherKey;
};

const addSource = (builder: Builder, partner: Partner, publisherKey: number, index: number, owner: Owner): void => {
  const { keys, sheets, random } = builder;
  const own = random.fork(`source ${index}`);
  const rank = partner.sources.length;
  const tag = `${partner.code.toLowerCase()}_${String(index + 1).padStart(3, '0')}`;
  const fraudulent = partner.code === 'NSI' && rank === 1;
  // Every 23rd source was found unsuitable and blocked; it brought inquiries until then.
  const blocked = fraudulent || (index % 23 === 11 && index < 200);
  const source: Source = {
    key: keys.next('publisher_source'),
    partnerKey: partner.key,
    publisherKey,
    tag,
    weight: 1 / (rank + 1),
    quality: own.logNormal(0.96, 0.3),
    subSources: Array.from({ length: own.int(3, 10) }, (_, sub) => `${tag}-s${String(sub + 1).padStart(2, '0')}`),
    blockedFrom: blocked ? owner.today - (fraudulent ? 44 : own.int(60, 400)) : null,
    fraudulent,
  };
  partner.sources.push(source);
  const display = own.pick(['Main site', 'Quiz', 'Directory', 'Newsletter', 'Landing page', 'Search']);
  const firstSeen = isoOf(monthStart(owner.today, -Math.min(24, partner.since)) + own.int(0, 20));
  sheets.put('publisher_source', {
    partner_key: partner.key,
    publisher_source_key: source.key,
    publisher_key: publisherKey,
    source_tag: tag,
    display_name: `${partner.code} ${display} ${index + 1}`,
    landing_urls: [`https://go.${tag.replace('_', '-')}.example/start`],
    status: blocked ? 'BLOCKED' : 'APPROVED',
    status_reason: blocked ? (fraudulent ? 'A burst of invented names' : 'Leads that nobody could reach') : null,
    first_seen: firstSeen,
    created_at: new Date(`${firstSeen}T12:00:00Z`),
    notes: fraudulent ? 'Blocked after a burst of invented names' : null,
    disclosure_text_key: partner.disclosureKey,
  });
};

/** Distributes publishers and sources, so that larger partners have more of both. */
const addSupply = (builder: Builder, partners: readonly Partner[], owner: Owner): void => {
  const turns = partners.flatMap((partner) =>
    Array.from({ length: partner.callCenter ? 1 : partner.since < 12 ? 2 : 3 }, () => partner),
  );
  const publishers = Array.from({ length: PUBLISHERS }, (_, index) => {
    const partner = turns[index % turns.length]!;
    return { partner, key: addPublisher(builder, partner, index) };
  });
  for (let index = 0; index < SOURCES; index += 1) {
    const { partner, key } = publishers[index % PUBLISHERS]!;
    addSource(builder, partner, key, index, owner);
  }
  const blocked = partners.flatMap(({ sources }) => sources).filter(({ blockedFrom }) => blockedFrom !== null).length;
  if (blocked !== BLOCKED) throw new Error(`${blocked} sources are blocked, not ${BLOCKED}`);
};

const addContacts = ({ keys, sheets }: Builder, partner: Partner): void => {
  const domain = `${partner.name.toLowerCase().replaceAll(' ', '-')}.example`;
  for (const [role, notifications] of [
    ['Account team', ['IO', 'PAUSE_RESUME', 'PRICE_CHANGE']],
    ['Lead quality', ['SOURCE_BLOCKED', 'RETURNS']],
  ] as const) {
    sheets.put('partner_contact', {
      partner_key: partner.key,
      contact_key: keys.next('partner_contact'),
      name: role,
      email: `${role.toLowerCase().replace(' ', '.')}@${domain}`,
      notifications,
    });
  }
};

const addMaps = ({ sheets, random }: Builder, partner: Partner, clients: readonly Client[]): void => {
  for (const client of clients.filter(({ owner }) => partner.owners.includes(owner.volume.code))) {
    const { owner } = client;
    const keys = { owner_key: owner.key, partner_key: partner.key, client_key: client.key };
    sheets.put('partner_client', {
      ...keys,
      status: 'ACTIVE',
      since: isoOf(monthStart(owner.today, -Math.min(36, partner.since))),
      note: null,
    });
    const programs = new Map(
      client.models
        .flatMap(({ campuses }) => campuses.flatMap((campus) => campus.programs))
        .map((program) => [program.code, program]),
    );
    for (const [code, { name }] of [...programs].slice(0, 4)) {
      const partnerValue = `${partner.code}-${random.fork(`${partner.code} ${client.code} ${code}`).int(1000, 9999)} ${name}`;
      sheets.put('partner_value_map', { ...keys, field: 'programCode', partner_value: partnerValue, our_value: code });
    }
    sheets.put('partner_value_map', {
      ...keys,
      field: 'highestEducationLevel',
      partner_value: 'High School',
      our_value: 'HSD',
    });
  }
};

/** A key that nobody knows: anyone who wants to post creates a new one. */
const addPostingKey = ({ keys, sheets, random, now }: Builder, { key, code }: Partner, since: Date): void => {
  const own = random.fork(`posting key of ${code}`);
  sheets.put('partner_posting_key', {
    partner_key: key,
    posting_key: keys.next('partner_posting_key'),
    label: 'Live feed',
    key_hash: String.raw`\x` + hex(64, own),
    hint: hex(4, own),
    created_at: since,
    last_used_at: new Date(now.getTime() - own.int(1, 55) * 60_000),
  });
};

export const buildPartners = (builder: Builder, owners: readonly Owner[], clients: readonly Client[]): Partner[] => {
  const { keys, sheets, now } = builder;
  const home = owners[0]!;
  const partners = DEMO_PARTNERS.map(({ name, code }): Partner => {
    const quality = PARTNER_QUALITY[code];
    if (quality === undefined) throw new Error(`Nothing is known of ${name}`);
    const partner: Partner = {
      ...quality,
      key: keys.next('media_partner'),
      name,
      code,
      disclosureKey: keys.next('disclosure_text'),
      sources: [],
    };
    const since = new Date(midnightOf(home.zone, monthStart(home.today, -Math.min(36, quality.since))));
    sheets.put('media_partner', {
      partner_key: partner.key,
      name,
      code,
      created_at: since < now ? since : now,
      affiliate_key: `AF-${10_000 + partner.key}`,
      product_types: ['PPL'],
      payment_terms: quality.terms,
    });
    addPostingKey(builder, partner, since < now ? since : now);
    sheets.put('disclosure_text', {
      partner_key: partner.key,
      disclosure_text_key: partner.disclosureKey,
      name: 'Consent to be contacted',
      wording: CONSENT,
      created_at: since < now ? since : now,
    });
    return partner;
  });
  for (const partner of partners) {
    addContacts(builder, partner);
    addMaps(builder, partner, clients);
  }
  addSupply(builder, partners, home);
  return partners;
};
