/** A post as the checks read it: trimmed, in our values, with null for missing ones. */
export interface LeadFields {
  transactionId: string | null;
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string;
  altPhone: string | null;
  addressLine1: string | null;
  addressLine2: string | null;
  city: string | null;
  /** Two letters. */
  state: string | null;
  /** Five digits. */
  zip: string | null;
  country: string;
  campusCode: string | null;
  programCode: string | null;
  degreeLevel: string | null;
  areaOfInterest: string | null;
  modality: string | null;
  highestEducationLevel: string | null;
  hsGradYear: number | null;
  age: number | null;
  militaryStatus: string | null;
  militaryBranch: string | null;
  startTimeframe: string | null;
  eligibleToStudy: boolean | null;
  rnLicence: boolean | null;
  leadCreatedDate: Date;
  leadSourceType: 'web' | 'Call Center';
  publisherSource: string;
  subSources: readonly string[];
  clickId: string | null;
  landingPageUrl: string;
  referrerUrl: string | null;
  ipAddress: string | null;
  userAgent: string | null;
  deviceType: 'desktop' | 'tablet' | 'mobile';
  tcpaConsent: boolean;
  tcpaText: string;
  jornayaLeadId: string | null;
  jornayaFailureReason: string | null;
  trustedFormCertUrl: string | null;
  dialerOptIn: boolean | null;
  textOptIn: boolean | null;
  agentId: string | null;
  callRecordingUrl: string | null;
  isTest: boolean;
  dataSource: string;
}
