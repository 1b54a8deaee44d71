interface DeliveryField {
  label: string;
  /** Personal data: masked wherever a delivery attempt is shown. */
  personal?: true;
}

/** Lead fields available to delivery templates, by name. */
export const DELIVERY_FIELDS = {
  leadId: { label: 'Lead ID' },
  receivedAt: { label: 'Received at' },
  transactionId: { label: 'Transaction ID' },
  firstName: { label: 'First name', personal: true },
  lastName: { label: 'Last name', personal: true },
  email: { label: 'Email', personal: true },
  phone: { label: 'Phone', personal: true },
  addressLine1: { label: 'Address line 1', personal: true },
  addressLine2: { label: 'Address line 2', personal: true },
  city: { label: 'City' },
  state: { label: 'State' },
  zip: { label: 'ZIP' },
  age: { label: 'Age' },
  education: { label: 'Highest education' },
  gradYear: { label: 'Graduation year' },
  degreeLevel: { label: 'Degree of interest' },
  areaOfInterest: { label: 'Area of interest' },
  militaryStatus: { label: 'Military status' },
  militaryBranch: { label: 'Military branch' },
  startTimeframe: { label: 'Desired start' },
  campusCode: { label: 'Campus code' },
  campusName: { label: 'Campus name' },
  programCode: { label: 'Program code' },
  programName: { label: 'Program name' },
  clientCode: { label: 'Client code' },
  campaignCode: { label: 'Campaign code' },
  clientCampaignCode: { label: 'Client campaign code' },
  partnerCode: { label: 'Media partner code' },
  source: { label: 'Source' },
  subSource: { label: 'Sub-source' },
  leadSourceType: { label: 'Lead source type' },
  device: { label: 'Device' },
  consentText: { label: 'Consent text' },
  consentAt: { label: 'Consent given at' },
  consentPage: { label: 'Consent page' },
  consentIp: { label: 'IP address', personal: true },
  certificate: { label: 'Consent certificate' },
  dialerOptIn: { label: 'Dialer opt-in' },
  textOptIn: { label: 'Text opt-in' },
} as const satisfies Record<string, DeliveryField>;
export type DeliveryFieldName = keyof typeof DELIVERY_FIELDS;
export const DELIVERY_FIELD_NAMES = Object.keys(DELIVERY_FIELDS) as [DeliveryFieldName, ...DeliveryFieldName[]];

/** A lead's values for templates; missing values are empty strings. */
export type DeliveryValues = Readonly<Record<DeliveryFieldName, string>>;

/** How a masked value begins or ends: a filter leaves it, so that what is shown of a try says that it is masked. */
const MASK = '•••';

/** Filters for template values: `{phone|digits}`. */
const TEMPLATE_FILTERS = {
  upper: (value: string) => value.toUpperCase(),
  lower: (value: string) => value.toLowerCase(),
  digits: (value: string) => `${value.startsWith(MASK) ? MASK : ''}${value.replaceAll(/\D/g, '')}`,
  /** The day of an instant. */
  date: (value: string) => value.slice(0, 10),
} as const satisfies Record<string, (value: string) => string>;
type TemplateFilter = keyof typeof TEMPLATE_FILTERS;

const PLACE = /\{([^{}|]*)(?:\|([^{}|]*))?\}/g;
const isField = (name: string): name is DeliveryFieldName => Object.hasOwn(DELIVERY_FIELDS, name);
const isFilter = (name: string): name is TemplateFilter => Object.hasOwn(TEMPLATE_FILTERS, name);

/** The problem with a template, in words; null if valid. */
export const templateProblem = (template: string): string | null => {
  for (const [whole, name = '', filter] of template.matchAll(PLACE)) {
    if (!isField(name)) return `Unknown field ${whole}.`;
    if (filter !== undefined && !isFilter(filter)) return `Unknown filter in ${whole}.`;
  }
  return /[{}]/.test(template.replaceAll(PLACE, '')) ? 'A brace is not closed.' : null;
};

/** The fields that a template names, each once. */
export const templateFields = (template: string): DeliveryFieldName[] => [
  ...new Set([...template.matchAll(PLACE)].flatMap(([, name = '']) => (isField(name) ? [name] : []))),
];

export const fillTemplate = (template: string, values: DeliveryValues): string =>
  template.replaceAll(PLACE, (whole, name: string, filter: string | undefined) => {
    if (!isField(name)) return whole;
    return filter !== undefined && isFilter(filter) ? TEMPLATE_FILTERS[filter](values[name]) : values[name];
  });
