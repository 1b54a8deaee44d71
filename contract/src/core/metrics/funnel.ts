import { type AdditiveMetricKey, type PeriodPartKey } from './formula/facts.ts';
import { per, percentOf } from './formula/formulas.ts';
import { additive, derived, rate, unitCost } from './formula/define.ts';
import { type AdditiveMetric, type DerivedMetric, type Metric, type MetricVertical, type Stage } from './types.ts';

const FACTS = {
  contact: { count: 'contacts', days: 'daysToContact', matured: 'maturedContacts' },
  appointment: { count: 'appointments', days: 'daysToAppointment', matured: 'maturedAppointments' },
  interview: { count: 'interviews', days: 'daysToInterview', matured: 'maturedInterviews' },
  visit: { count: 'visits', days: 'daysToVisit', matured: 'maturedVisits' },
  application: { count: 'applications', days: 'daysToApplication', matured: 'maturedApplications' },
  enrollment: { count: 'enrollments', days: 'daysToEnrollment', matured: 'maturedEnrollments' },
  start: { count: 'starts', days: 'daysToStart', matured: 'maturedStarts' },
} as const satisfies Record<Stage, { count: AdditiveMetricKey; days: AdditiveMetricKey; matured: PeriodPartKey }>;

/** The part that holds a stage's inquiries × share matured. */
export const maturedPartOf = (stage: Stage): PeriodPartKey => FACTS[stage].matured;
export const outcomeFactOf = (stage: Stage): AdditiveMetricKey => FACTS[stage].count;

const EDUCATION: readonly MetricVertical[] = ['education'];
const EDUCATION_HOME: readonly MetricVertical[] = ['education', 'home'];
/** There are no applications in home improvement. */
const verticalsOf = (stage: Stage) => (stage === 'application' ? EDUCATION : EDUCATION_HOME);
const more = (...stages: Stage[]) => ({
  measure: true,
  verticals: stages.includes('application') ? EDUCATION : EDUCATION_HOME,
});

const count = (stage: Stage, verticals = verticalsOf(stage)): AdditiveMetric =>
  additive(`{${stage}.many}`, 'count', FACTS[stage].count, { measure: true, verticals });
const stageRate = (stage: Stage): DerivedMetric =>
  rate(`{${stage}.rate} Rate`, percentOf(FACTS[stage].count, 'validLeads'), more(stage));
const cost = (stage: Stage): DerivedMetric =>
  unitCost(`Cost Per {${stage}.per}`, per('spend', FACTS[stage].count), {
    ...more(stage),
    labelFor: { mp: `Earnings Per {${stage}.per}` },
  });
const step = (from: Stage, to: Stage): DerivedMetric =>
  rate(`{${from}.one} To {${to}.one} Rate`, percentOf(FACTS[to].count, FACTS[from].count), more(from, to));
const days = (stage: Stage): DerivedMetric =>
  derived(`Avg. Days To {${stage}.one}`, 'number', per(FACTS[stage].days, FACTS[stage].count), more(stage));
const matured = (stage: Stage): DerivedMetric =>
  derived(`{${stage}.many} % Matured`, 'percent', percentOf(FACTS[stage].matured, 'validLeads'), more(stage));

/** Cohort counts: an outcome counts on the day of its inquiry, so that no rate exceeds 100 %. */
export const FUNNEL_METRICS = {
  contacts: count('contact'),
  appointments: count('appointment'),
  // The home vertical calls these estimates, sales and closes.
  interviews: count('interview', EDUCATION),
  visits: count('visit'),
  applications: count('application'),
  enrollments: count('enrollment', EDUCATION),
  starts: count('start', EDUCATION),

  contactRate: stageRate('contact'),
  appointmentRate: stageRate('appointment'),
  interviewRate: stageRate('interview'),
  visitRate: stageRate('visit'),
  applicationRate: stageRate('application'),
  enrollRate: stageRate('enrollment'),
  startRate: stageRate('start'),

  costPerContact: cost('contact'),
  costPerAppointment: cost('appointment'),
  costPerInterview: cost('interview'),
  costPerVisit: cost('visit'),
  cpa: cost('application'),
  cpe: cost('enrollment'),
  cps: cost('start'),

  contactToAppointmentRate: step('contact', 'appointment'),
  appointmentToInterviewRate: step('appointment', 'interview'),
  interviewToVisitRate: step('interview', 'visit'),
  visitToApplicationRate: step('visit', 'application'),
  applicationToEnrollRate: step('application', 'enrollment'),
  enrollToStartRate: step('enrollment', 'start'),

  avgDaysToContact: days('contact'),
  avgDaysToAppointment: days('appointment'),
  avgDaysToInterview: days('interview'),
  avgDaysToVisit: days('visit'),
  avgDaysToApplication: days('application'),
  avgDaysToEnroll: days('enrollment'),
  avgDaysToStart: days('start'),

  contactPercentMatured: matured('contact'),
  appointmentPercentMatured: matured('appointment'),
  interviewPercentMatured: matured('interview'),
  visitPercentMatured: matured('visit'),
  applicationPercentMatured: matured('application'),
  enrollPercentMatured: matured('enrollment'),
  startPercentMatured: matured('start'),
} as const satisfies Record<string, Metric>;

/** Metrics for a stage's rate and unit cost. */
export const STAGE_METRICS = {
  contact: { rate: 'contactRate', cost: 'costPerContact' },
  appointment: { rate: 'appointmentRate', cost: 'costPerAppointment' },
  interview: { rate: 'interviewRate', cost: 'costPerInterview' },
  visit: { rate: 'visitRate', cost: 'costPerVisit' },
  application: { rate: 'applicationRate', cost: 'cpa' },
  enrollment: { rate: 'enrollRate', cost: 'cpe' },
  start: { rate: 'startRate', cost: 'cps' },
} as const satisfies Record<Stage, { rate: keyof typeof FUNNEL_METRICS; cost: keyof typeof FUNNEL_METRICS }>;
