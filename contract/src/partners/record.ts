import { z } from 'zod';
import { choices, flag, text } from '../core/records/fields.ts';
import { defineRecord } from '../core/records/record.ts';

/** Product types a media partner sells, as in the channels. */
const PARTNER_PRODUCTS = {
  PPL: 'Pay per lead',
  PPC: 'Pay per click',
  SOCIAL: 'Social',
  PD: 'Programmatic display',
  EMAIL: 'Email',
} as const;
type PartnerProduct = keyof typeof PARTNER_PRODUCTS;

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `must have at most ${most} characters`)
    .regex(/^\P{Cc}*$/u, 'must be one line of text');

/** A media partner's master data, shared by all owners. */
export const partnerRecord = defineRecord({
  entity: 'media_partner',
  label: 'Media partner',
  fields: {
    mediaPartnerName: text({
      label: 'Name',
      required: true,
      sent: line(100).min(2, 'must have 2 to 100 characters'),
      read: z.string(),
    }),
    mediaPartnerCode: text({
      label: 'Code',
      help: 'A to Z, 0 to 9 and _; fixed once a campaign uses it',
      isCode: true,
      required: true,
      sent: z
        .string()
        .trim()
        .toUpperCase()
        .regex(/^[A-Z0-9_]{2,20}$/, 'must have 2 to 20 characters: A to Z, 0 to 9 and _'),
      read: z.string(),
    }),
    affiliateKey: text({
      label: 'Affiliate key',
      help: 'Names the partner in tracking links and files; not a secret. The posting key is made later',
      isCode: true,
      required: true,
      sent: line(50).min(1, 'is required'),
      read: z.string(),
    }),
    activeFlag: flag({
      label: 'Active',
      help: 'Campaigns of an inactive partner take no leads',
      sent: z.boolean(),
    }),
    productTypes: choices({
      label: 'Products',
      words: PARTNER_PRODUCTS,
      sent: z
        .array(z.enum(Object.keys(PARTNER_PRODUCTS) as [PartnerProduct, ...PartnerProduct[]]))
        .min(1, 'Choose at least one.'),
      read: z.array(z.string()),
      initial: ['PPL'],
    }),
    paymentTerms: text({ label: 'Payment terms', sent: line(100), read: z.string() }),
  },
  fixed: ({ codeFixed }: { codeFixed: string | null }) => ({ mediaPartnerCode: codeFixed }),
});
