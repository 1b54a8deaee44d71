// Types only: a thread that masks people should not load the whole contract.
import type { Person } from '../../lib/secrets/seal.ts';

export const DOTS = '•••';

const first = (text: string): string => (text === '' ? '' : `${String.fromCodePoint(text.codePointAt(0) ?? 0)}${DOTS}`);

/** Masks a value, still recognisable to those who know it: j•••@g•••.com, •••0199, Z•••. */
export const maskedValue = (name: string, value: string): string => {
  if (value === '') return '';
  if (name === 'email') {
    const [local = '', domain = ''] = value.split('@');
    const end = domain.lastIndexOf('.');
    return `${first(local)}@${first(domain.slice(0, Math.max(end, 0)))}${end < 0 ? '' : domain.slice(end)}`;
  }
  if (name === 'phone') return `${DOTS}${value.slice(-4)}`;
  return name === 'consentIp' ? DOTS : first(value);
};

/** The masked person, visible to everybody. */
export const maskPerson = ({ firstName, lastName, email, phone }: Person) => ({
  name: [maskedValue('firstName', firstName), maskedValue('lastName', lastName)]
    .filter((part) => part !== '')
    .join(' '),
  email: maskedValue('email', email),
  phone: maskedValue('phone', phone),
});
