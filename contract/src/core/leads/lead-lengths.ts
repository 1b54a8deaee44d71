/** Maximum characters of a lead's values that are typed: posted by a media partner or corrected by the lead desk. */
export const LEAD_LENGTHS = {
  firstName: 50,
  lastName: 50,
  email: 100,
  phone: 30,
  addressLine1: 100,
  addressLine2: 100,
  city: 60,
} as const;
