/** KPIs of goals and forecasts, with their labels. */
export const KPIS = {
  spend: 'Spend',
  inquiries: 'Inquiries',
  cpl: 'Cost per inquiry',
  contacts: 'Contacts',
  applications: 'Applications',
  cpa: 'Cost per application',
  enrollments: 'Enrollments',
  cpe: 'Cost per enrollment',
  starts: 'Starts',
  cps: 'Cost per start',
} as const;
export type Kpi = keyof typeof KPIS;
export const KPI_CODES = Object.keys(KPIS) as [Kpi, ...Kpi[]];
