import { ADDITIVE_FACTS, type AdditiveMetricKey, type UserGroup } from '@paceline/contract';

/**
 * Each additive fact as an expression over `f`, a row of daily facts. A missing one does not compile; numbers are read from the database
 * nowhere else.
 */
export const FACT_SQL: Readonly<Record<AdditiveMetricKey, string>> = {
  grossLeads: 'f.gross',
  validLeads: 'f.valid',
  invalidLeads: 'f.invalid',
  duplicates: 'f.duplicate',
  scrubbed: 'f.scrubbed',
  overCap: 'f.over_cap',
  deliveredLeads: 'f.delivered',
  returned: 'f.returned',
  billableLeads: 'f.billable',
  clientCost: 'f.lead_client_cost + f.platform_client_cost + f.adjusted_client_cost',
  mediaCost: 'f.lead_media_cost + f.platform_cost + f.adjusted_media_cost',

  contacts: 'f.cohort_contacts',
  appointments: 'f.cohort_appointments',
  interviews: 'f.cohort_interviews',
  visits: 'f.cohort_visits',
  applications: 'f.cohort_applications',
  enrollments: 'f.cohort_enrollments',
  starts: 'f.cohort_starts',
  daysToContact: 'f.days_to_contact',
  daysToAppointment: 'f.days_to_appointment',
  daysToInterview: 'f.days_to_interview',
  daysToVisit: 'f.days_to_visit',
  daysToApplication: 'f.days_to_application',
  daysToEnrollment: 'f.days_to_enrollment',
  daysToStart: 'f.days_to_start',
  soldAmount: 'f.sold_amount',
  pitchCount: 'f.pitch_count',
  pitchLoanAmount: 'f.pitch_amount',
  openCount: 'f.open_count',
  openLoanAmount: 'f.open_amount',
  fundedCount: 'f.funded_count',

  contactEvents: 'f.contacts',
  appointmentEvents: 'f.appointments',
  interviewEvents: 'f.interviews',
  visitEvents: 'f.visits',
  applicationEvents: 'f.applications',
  enrollmentEvents: 'f.enrollments',
  startEvents: 'f.starts',

  trackedClicks: 'f.clicks',

  impressions: 'f.impressions',
  platformClicks: 'f.platform_clicks',
  platformSpend: 'f.platform_client_cost',
  conversions: 'f.conversions',
  callConversions: 'f.call_conversions',
  viewThrough: 'f.view_through',

  sends: 'f.sends',
  deliveredEmails: 'f.emails_delivered',
  opens: 'f.opens',
  emailClicks: 'f.email_clicks',
  unsubscribes: 'f.unsubscribes',

  sessions: 'f.sessions',
  engagedSessions: 'f.engaged_sessions',
  views: 'f.views',
  newUsers: 'f.new_users',
  activeUsers: 'f.active_users',
  eventCount: 'f.event_count',
};

/** Cost of leads alone for a viewer, without platforms and credits: the basis of the price per lead. */
export const LEAD_COST_SQL: Readonly<Record<UserGroup, string>> = {
  ag: 'f.lead_client_cost',
  cl: 'f.lead_client_cost',
  mp: 'f.lead_media_cost',
};

/** Whether an ad account supplies part of it, so that it can be late; leads, clicks on our links and milestones are our own. */
export const isOfAccount = (fact: AdditiveMetricKey): boolean => {
  const { family } = ADDITIVE_FACTS[fact];
  return fact === 'clientCost' || fact === 'mediaCost' || family === 'platform' || family === 'email';
};
