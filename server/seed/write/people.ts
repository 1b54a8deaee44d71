import { isGoodLead } from '@paceline/contract';
import { type Builder } from '../build/organisation.ts';
import { isoOf } from '../calendar.ts';
import { gatherCrowd, type IsKnown } from '../leads/crowd.ts';
import { type Lead } from '../leads/lead.ts';
import { type Unsealed, type Sealed } from './leads/seal-thread.ts';
import { openSealing, type Sealing } from './leads/sealing.ts';
import { writeConsent } from './leads/consents.ts';

const DAY_MS = 86_400_000;

/** The persons of leads: generated here, sealed in a thread, written when the thread returns them. */
export interface People {
  /** Adds a lead, in order of arrival, and returns the key of the lead it duplicates. */
  note(lead: Lead, leadKey: number): number | null;
  /** Sends the noted people to the thread, and writes the sealed ones to the sheets. */
  passOn(): void;
  /** Waits for the rest, then also writes the rows for finding duplicates. */
  finish(): Promise<void>;
}

/** The scope of duplicates: by default all leads of the client. */
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
      // Only good leads, and only while another post of the same person would be a duplicate.
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

/** Runs work with a sealing thread, which ends with the work in any case. */
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
