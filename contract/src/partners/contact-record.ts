import { z } from 'zod';
import { choices, flag, text } from '../core/records/fields.ts';
import { defineRecord } from '../core/records/record.ts';
import { PARTNER_NOTIFICATIONS, partnerNotificationSchema } from './mailing.ts';

const notifications = z.array(partnerNotificationSchema);

/** A contact at a media partner. Its audit entries are filed under the partner, and name the contact. */
export const partnerContactRecord = defineRecord({
  entity: 'media_partner',
  label: 'Contact',
  fields: {
    name: text({
      label: 'Name',
      logged: { name: 'contact', label: 'Contact' },
      sent: z
        .string()
        .trim()
        .min(1, 'is required')
        .max(100, 'must have at most 100 characters')
        .regex(/^\P{Cc}*$/u, 'must be one line of text'),
      read: z.string(),
    }),
    email: text({
      label: 'Email',
      sent: z.string().trim().pipe(z.email('Enter an email address.').max(254, 'must have at most 254 characters')),
      read: z.string(),
    }),
    phone: text({
      label: 'Phone',
      sent: z
        .string()
        .trim()
        .max(40, 'must have at most 40 characters')
        .regex(/^\P{Cc}*$/u, 'must be one line of text'),
      read: z.string(),
    }),
    /** Kinds of mail it receives. */
    notifications: choices({ label: 'Mails', words: PARTNER_NOTIFICATIONS, sent: notifications, read: notifications }),
    active: flag({ label: 'Active', sent: z.boolean() }),
  },
});
