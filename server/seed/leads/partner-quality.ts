/** Quality of the partners by code: two excellent, five average, three cheap and poor, one declining, one new. */
export interface PartnerQuality {
  callCenter: boolean;
  /** Codes of the owners they deliver to. */
  owners: readonly string[];
  /** Factor on the usual share of invalid, duplicate and scrubbed posts. */
  bad: number;
  /** Percentage of delivered inquiries that are returned. */
  returns: number;
  /** Factor on the usual rate of applications and later stages. */
  quality: number;
  /** Factor on the usual price. */
  price: number;
  /** Weight of its share of an owner's volume. */
  weight: number;
  /** Months before today in which it started. */
  since: number;
  /** Monthly loss of quality. */
  decline: number;
  terms: string;
}

const usual = {
  callCenter: false,
  bad: 0.85,
  returns: 3.2,
  quality: 1,
  price: 1,
  weight: 1,
  since: 60,
  decline: 0,
  terms: 'Net 30',
};

export const PARTNER_QUALITY: Readonly<Record<string, PartnerQuality>> = {
  BPM: {
    ...usual,
    owners: ['HTI', 'CVU', 'LCH', 'HRR'],
    bad: 0.6,
    returns: 1.6,
    quality: 1.42,
    price: 1.14,
    weight: 1.5,
  },
  CLD: { ...usual, owners: ['HTI', 'SBU'], bad: 0.62, returns: 1.8, quality: 1.35, price: 1.12, weight: 1.3 },
  ERN: { ...usual, owners: ['HTI', 'CVU', 'LCH', 'APX'], bad: 0.82, quality: 1.05, weight: 1.2 },
  CCP: { ...usual, owners: ['HTI', 'CVU', 'SBU'], bad: 0.8, quality: 1.02, terms: 'Net 45' },
  DFP: { ...usual, owners: ['CVU', 'SBU', 'LCH'], bad: 0.88, quality: 0.96 },
  SBL: { ...usual, owners: ['HTI', 'APX', 'HRR'], bad: 0.86, quality: 0.98 },
  NSI: {
    ...usual,
    owners: ['CVU', 'HTI', 'HRR'],
    bad: 1.6,
    returns: 8.6,
    quality: 0.58,
    price: 0.76,
    weight: 0.6,
    terms: 'Net 15',
  },
  HBP: { ...usual, owners: ['CVU', 'LCH', 'HRR'], bad: 1, returns: 4.6, quality: 1, price: 0.96, decline: 0.04 },
  JAP: { ...usual, owners: ['HTI', 'CVU', 'LCH', 'APX'], bad: 0.9, quality: 0.94, price: 0.95, weight: 0.5, since: 3 },
  CCC: { ...usual, callCenter: true, owners: ['HTI', 'CVU', 'LCH'], bad: 0.8, returns: 2.4, terms: 'Net 45' },
  TVT: {
    ...usual,
    callCenter: true,
    owners: ['CVU', 'SBU', 'APX'],
    bad: 1.35,
    returns: 7.0,
    quality: 0.64,
    price: 0.84,
    weight: 0.7,
  },
  NLC: {
    ...usual,
    callCenter: true,
    owners: ['HTI', 'LCH', 'CVU'],
    bad: 1.4,
    returns: 7.6,
    quality: 0.62,
    price: 0.82,
    weight: 0.7,
  },
};
