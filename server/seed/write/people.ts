import { isGoodLead } from '@paceline/contract';
import { type Builder } from '../build/organisation.ts';
import { isoOf } from '../calendar.ts';
import { gatherCrowd, type IsKnown } from '../leads/crowd.ts';
import { type Lead } from '../leads/lead.ts';
import { type Unsealed, type Sealed } from './leads/seal-thread.ts';
import { openSealing, type Sealing } from './leads/sealing.ts';
import { writeConsent } from './leads/consents.ts';

const DAY_MS = 86_400_000;

/** Who is behind the leads: made up here, sealed beside, written as it comes back. */
export interface People {
  /** Takes a lead in, in the order in which they came, and tells whose duplicate it is. */
  note(lead: Lead, leadKey: number): number | null;
  /** Lets go of those noted so far, and puts on the sheets those that are sealed. */
  passOn(): void;
  /** Waits for the rest. After it, what keeps duplicates out is on the sheets as well. */
  finish(): Promise<void>;
}

/** Where a person is looked for: by the client's usual settings, among all that the client has. */
const scopeOf = ({ campaign }: Lead): string => `CLIENT:${campaign.client.key}`;

interface Seen {
  ownerKey: number;
  scope: string;
  at: number;
}

const openPeople = (builder: Builder, sealing: Sealing, isKnown?: IsKnown): People => {
  const { sheets, now } = builder;
  const random = builder.random.fork('people');
  const crowd = gatherCrowd(random.fork('crowd'), isKnown);
  const consents = random.fork('consents');
  let waiting: Unsealed[] = [];
  const seen = new Map<number, Seen>();
  const latest = new Map<string, { ownerKey: number; scope: string; hash: string; at: number; leadKey: number }>();

  const remember = (leadKey: number, hash: string | null): void => {
    const lastSeen = seen.get(leadKey);
    if (lastSeen === undefined || hash === null) return;
    latest.set(`${lastSeen.scope} ${hash}`, { ...lastSeen, hash, leadKey });
  };
  const put = (sealed: readonly Sealed[]): void => {
    for (const { ownerKey, capturedDate, leadKey, keyId, sealed: text, emailHash, phoneHash, nameZipHash } of sealed) {
      sheets.put('lead_person', {
        owner_key: ownerKey,
        captured_date: capturedDate,
        lead_key: leadKey,
        key_id: keyId,
        sealed: text,
        email_hash: emailHash,
        phone_hash: phoneHash,
        name_zip_hash: nameZipHash,
      });
      remember(leadKey, emailHash);
      remember(leadKey, phoneHash);
    }
  };
  const ship = (): void => {
    sealing.send(waiting);
    waiting = [];
  };
  return {
    note(lead, leadKey) {
      const { owner } = lead.campaign;
      const { person, duplicateOf } = crowd.identify(lead, leadKey);
      waiting.push({ ownerKey: owner.key, capturedDate: isoOf(lead.day), leadKey, person, zip: lead.zip.zip });
      // Only those that count, and only while a second post of the same person would be a duplicate.
      if (isGoodLead(lead.status) && lead.at > now.getTime() - owner.dedupDays * DAY_MS)
        seen.set(leadKey, { ownerKey: owner.key, scope: scopeOf(lead), at: lead.at });
      writeConsent(builder, lead, leadKey, consents);
      return duplicateOf;
    },
    passOn() {
      ship();
      put(sealing.received());
    },
    async finish() {
      ship();
      put(await sealing.rest());
      for (const { ownerKey, scope, hash, at, leadKey } of latest.values())
        sheets.put('lead_dedup', { owner_key: ownerKey, scope, hash, last_at: new Date(at), lead_key: leadKey });
    },
  };
};

/** For the length of some work there is a thread that seals; it ends with the work, however that ends. */
export const withPeople = async <T>(
  secret: Buffer,
  work: (open: (builder: Builder, isKnown?: IsKnown) => People) => Promise<T>,
): Promise<T> => {
  const sealing = openSealing(secret);
  try {
    return await work((builder, isKnown) => openPeople(builder, sealing, isKnown));
  } finally {
    await sealing.close();
  }
};
