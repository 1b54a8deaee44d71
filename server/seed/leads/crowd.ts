import { isGoodLead } from '@paceline/contract';
import { type Person } from '../../src/lib/secrets/seal.ts';
import { type Lead } from './lead.ts';
import { FIRST_NAMES, INVENTED_NAMES, LAST_NAMES, STREET_KINDS, STREETS } from './names.ts';
import { type PhoneBook, openPhoneBook } from './phone-book.ts';
import { cityOf } from '../build/places.ts';
import { type Random } from '../random.ts';

/** Reserved for examples, and not among the domains that mark a test lead. */
const DOMAINS = ['mail.example', 'inbox.example', 'post.example', 'webmail.example'];
const DAY_MS = 86_400_000;
/** Number of a client's latest people that are kept: a duplicate is one of them. */
const REMEMBERED = 300;

interface Known {
  leadKey: number;
  at: number;
  person: Person;
}

interface Identity {
  person: Person;
  /** The earlier lead of the same person; null where none is known. */
  duplicateOf: number | null;
}

interface Crowd {
  /** The person behind a lead. Call once per lead, in order of arrival. */
  identify(lead: Lead, leadKey: number): Identity;
}

const inventPerson = (
  { zip, day, reasons, status }: Lead,
  leadKey: number,
  book: PhoneBook,
  random: Random,
): Person => {
  if (status === 'TST')
    return {
      firstName: 'Test',
      lastName: 'Lead',
      email: `test.${leadKey}@test.example`,
      phone: book.numberIn('IL', day),
    };
  const [firstName, lastName] = reasons.includes('NAME_FRAUD')
    ? random.pick(INVENTED_NAMES)
    : [random.pick(FIRST_NAMES), random.pick(LAST_NAMES)];
  const email = `${firstName}.${lastName}${leadKey}@${random.pick(DOMAINS)}`.toLowerCase();
  const phone = book.numberIn(zip.state, day);
  const city = cityOf(zip);
  return {
    firstName,
    lastName,
    // A value refused for its format is stored as it was written.
    email: reasons.includes('FMT_EMAIL') ? email.replace('@', '@@') : email,
    phone: reasons.includes('FMT_PHONE') ? phone.slice(0, 9) : phone,
    ...(city !== null && {
      addressLine1: `${random.int(10, 9800)} ${random.pick(STREETS)} ${random.pick(STREET_KINDS)}`,
      city,
    }),
  };
};

/** The same person again: with a new phone or email where only the other value matched. */
const recognise = (earlier: Person, fresh: Person, reasons: readonly string[]): Person => {
  if (reasons.includes('DUP_EMAIL')) return { ...earlier, phone: fresh.phone };
  if (reasons.includes('DUP_PHONE')) return { ...earlier, email: fresh.email };
  return earlier;
};

/** Whether an owner had the number in the half year before these leads. */
export type IsKnown = (ownerKey: number, number: string) => boolean;

/** Generates people one after the other, keeping the latest of each client. */
export const gatherCrowd = (random: Random, isKnown: IsKnown = () => false): Crowd => {
  const books = new Map<number, PhoneBook>();
  const latest = new Map<number, Known[]>();
  const remember = (clientKey: number, person: Known): void => {
    const list = latest.get(clientKey) ?? [];
    list.push(person);
    if (list.length > REMEMBERED) list.shift();
    latest.set(clientKey, list);
  };
  return {
    identify(lead, leadKey) {
      const { owner, client } = lead.campaign;
      let book = books.get(owner.key);
      if (book === undefined)
        books.set(
          owner.key,
          (book = openPhoneBook(random.fork(`phones ${owner.key}`), (number) => isKnown(owner.key, number))),
        );
      const fresh = inventPerson(lead, leadKey, book, random);
      // The client's own system may know people that never came through us.
      if (lead.status === 'DUP' && !lead.reasons.includes('DUP_CLIENT_CRM')) {
        const since = lead.at - owner.dedupDays * DAY_MS;
        const recent = (latest.get(client.key) ?? []).filter(({ at }) => at >= since);
        if (recent.length > 0) {
          const { leadKey: duplicateOf, person } = random.pick(recent);
          return { person: recognise(person, fresh, lead.reasons), duplicateOf };
        }
      }
      if (isGoodLead(lead.status)) remember(client.key, { leadKey, at: lead.at, person: fresh });
      return { person: fresh, duplicateOf: null };
    },
  };
};
