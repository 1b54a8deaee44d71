import { type LeadFields } from '../lead-fields.ts';

const TABLET = /ipad|tablet|kindle|silk\/|playbook|nexus (?:7|9|10)\b|sm-t\d/i;
const PHONE = /mobi|iphone|ipod|windows phone|blackberry|bb10|opera mini|iemobile/i;

/**
 * Device type by user agent: Android without "Mobile" is a tablet, as its vendor specifies. An iPad requesting desktop pages cannot be told
 * from a computer.
 */
export const deviceOf = (userAgent: string): LeadFields['deviceType'] => {
  if (TABLET.test(userAgent) || (/android/i.test(userAgent) && !/mobi/i.test(userAgent))) return 'tablet';
  return PHONE.test(userAgent) ? 'mobile' : 'desktop';
};
