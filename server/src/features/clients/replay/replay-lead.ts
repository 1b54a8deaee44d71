import { type ClientCriteria, CRITERIA_PARAMETERS, type CriteriaParameter } from '@paceline/contract';
import { type Person } from '../../../lib/secrets/seal.ts';
import { type LeadFields } from '../../../shared/intake/lead-fields.ts';
import { type PastLead } from './past-leads.queries.ts';

const TRUSTED_FORM = 'https://cert.trustedform.com/';

/** The fields of a post, stored with the person; older leads have only those with a column. */
export type PastPost = Readonly<Record<string, unknown>> | null;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : null;

const yesNo = (value: boolean | null): string | null => (value === null ? null : value ? 'Y' : 'N');

type Column = (lead: PastLead) => string | null;

/** The parameters that can be read from a lead without opening its personal data. */
const COLUMNS: Partial<Record<CriteriaParameter, Column>> = {
  state: ({ state }) => state,
  zip: ({ zip }) => zip,
  campusCode: ({ campusCode }) => campusCode,
  programCode: ({ programCode }) => programCode,
  degreeLevel: ({ degree }) => degree,
  areaOfInterest: ({ area }) => area,
  highestEducationLevel: ({ education }) => education,
  hsGradYear: ({ gradYear }) => textOf(gradYear),
  age: ({ age }) => textOf(age),
  militaryStatus: ({ military }) => military,
  militaryBranch: ({ branch }) => branch,
  startTimeframe: ({ timeframe }) => timeframe,
  dialeroptin: ({ dialerOptIn }) => yesNo(dialerOptIn),
  textmessageoptin: ({ textOptIn }) => yesNo(textOptIn),
};
/** Parameters in the personal data. */
const OF_PERSON = ['email', 'addressLine1', 'addressLine2', 'city'] as const;
type OfPerson = (typeof OF_PERSON)[number];
const isOfPerson = (parameter: CriteriaParameter): parameter is OfPerson =>
  (OF_PERSON as readonly string[]).includes(parameter);

/** The parameters whose criteria differ between old and new. */
export const changedParameters = (before: ClientCriteria, after: ClientCriteria): CriteriaParameter[] => {
  const ruleOf = ({ fields }: ClientCriteria, parameter: CriteriaParameter): string => {
    const criterion = fields.find((field) => field.parameter === parameter);
    // A different message for the same refusal changes nothing.
    return JSON.stringify(criterion === undefined ? null : { ...criterion, message: null });
  };
  return CRITERIA_PARAMETERS.filter((parameter) => ruleOf(before, parameter) !== ruleOf(after, parameter));
};

const certificateIsSeen = ({ consent }: ClientCriteria): boolean =>
  consent.certificate !== 'BOTH' && !consent.acceptsFailureReason;

/** Whether personal data must be opened: only where a rule needs a value stored nowhere else. */
export const needsPerson = (before: ClientCriteria, after: ClientCriteria): boolean =>
  changedParameters(before, after).some((parameter) => !(parameter in COLUMNS)) ||
  ((before.consent.certificate !== after.consent.certificate ||
    before.consent.acceptsFailureReason !== after.consent.acceptsFailureReason) &&
    !(certificateIsSeen(before) && certificateIsSeen(after)));

/** Changed parameters that cannot be tested on leads stored before whole posts were kept. */
export const untestable = (
  before: ClientCriteria,
  after: ClientCriteria,
  nameOf: (parameter: CriteriaParameter) => string,
) => {
  const unseen = changedParameters(before, after).filter(
    (parameter) => !(parameter in COLUMNS) && !isOfPerson(parameter),
  );
  const differs = (section: keyof ClientCriteria) => JSON.stringify(before[section]) !== JSON.stringify(after[section]);
  const isByNameZip = after.dedup.match === 'EMAIL_OR_PHONE_OR_NAME_ZIP' && before.dedup.match !== after.dedup.match;
  return [
    ...unseen.map((parameter) => `${nameOf(parameter)}: tested only on leads whose whole post is stored.`),
    ...(after.consent.certificate === 'BOTH' && before.consent.certificate !== 'BOTH'
      ? ['Both certificates: tested only on leads whose whole post is stored.']
      : []),
    ...(isByNameZip ? ['Duplicates by name and ZIP: tested only on leads that have that hash stored.'] : []),
    ...(differs('quality') ? ['Quality: where past leads came from is not asked again.'] : []),
    ...(differs('verification') ? ['Verification: nobody is asked again about past leads.'] : []),
    ...(differs('returns') ? ['Returns: they are decided later, not when a lead comes.'] : []),
    ...(differs('contacts') ? ['Contacts: no rule for leads.'] : []),
  ];
};

/** The lead's values for some parameters, and the parameters whose values are not stored. */
export const pastTexts = (
  lead: PastLead,
  person: Person | null,
  post: PastPost,
  parameters: readonly CriteriaParameter[],
): { texts: Record<string, string>; unknown: ReadonlySet<string> } => {
  const texts: Record<string, string> = { leadSourceType: lead.leadSourceType };
  const unknown = new Set<string>();
  if (lead.zip !== null) texts['zip'] = lead.zip;
  if (lead.military !== null) texts['militaryStatus'] = lead.military;
  const jornaya = textOf(post?.['jornayaFailureReason']);
  if (jornaya !== null) texts['jornayaFailureReason'] = jornaya;
  for (const parameter of parameters) {
    const column = COLUMNS[parameter];
    if (post !== null) {
      const said = post[parameter];
      const text = typeof said === 'boolean' ? yesNo(said) : textOf(said);
      if (text !== null) texts[parameter] = text;
    } else if (column !== undefined) {
      const text = column(lead);
      if (text !== null) texts[parameter] = text;
    } else if (parameter === 'jornayaLeadId' || parameter === 'trustedFormCertUrl') {
      const { jornayaLeadId, trustedFormCertUrl } = certificatesOf(lead, post);
      const text = parameter === 'jornayaLeadId' ? jornayaLeadId : trustedFormCertUrl;
      if (text !== null) texts[parameter] = text;
    } else if (isOfPerson(parameter) && person !== null) {
      const text = person[parameter];
      if (text !== undefined && text !== '') texts[parameter] = text;
    } else unknown.add(parameter);
  }
  return { texts, unknown };
};

const certificatesOf = (
  { certificate }: PastLead,
  post: PastPost,
): Pick<LeadFields, 'jornayaLeadId' | 'trustedFormCertUrl'> => {
  if (post !== null)
    return { jornayaLeadId: textOf(post['jornayaLeadId']), trustedFormCertUrl: textOf(post['trustedFormCertUrl']) };
  const isTrustedForm = certificate?.startsWith(TRUSTED_FORM) === true;
  return { trustedFormCertUrl: isTrustedForm ? certificate : null, jornayaLeadId: isTrustedForm ? null : certificate };
};

/** A stored lead in the form the checks read. Personal data stay sealed: no check run here reads them. */
export const pastFields = (lead: PastLead, post: PastPost): LeadFields => ({
  transactionId: null,
  firstName: '',
  lastName: '',
  email: null,
  phone: '',
  altPhone: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: lead.state,
  zip: lead.zip,
  country: 'US',
  campusCode: lead.campusCode,
  programCode: lead.programCode,
  degreeLevel: lead.degree,
  areaOfInterest: lead.area,
  modality: null,
  highestEducationLevel: lead.education,
  hsGradYear: lead.gradYear,
  age: lead.age,
  militaryStatus: lead.military,
  militaryBranch: lead.branch,
  startTimeframe: lead.timeframe,
  eligibleToStudy: null,
  rnLicence: null,
  leadCreatedDate: lead.createdAt,
  leadSourceType: lead.leadSourceType,
  publisherSource: '',
  subSources: [],
  clickId: null,
  landingPageUrl: '',
  referrerUrl: null,
  ipAddress: null,
  userAgent: null,
  deviceType: lead.device,
  tcpaConsent: lead.consentText !== null,
  tcpaText: lead.consentText ?? '',
  ...certificatesOf(lead, post),
  jornayaFailureReason: textOf(post?.['jornayaFailureReason']),
  dialerOptIn: lead.dialerOptIn,
  textOptIn: lead.textOptIn,
  agentId: null,
  callRecordingUrl: null,
  isTest: false,
  dataSource: 'API',
});
