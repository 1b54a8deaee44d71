import { type Permission } from '../core/access/permissions.ts';
import { type UserGroup } from '../core/access/user-groups.ts';

/** Kinds of alert. One alert is one cause: it is updated while the cause lasts and ends with it. */
export const ALERT_KINDS = {
  /** A campaign's daily, weekly or monthly hard cap. */
  cap: { label: 'Cap', groups: ['ag', 'cl', 'mp'], permission: 'campaigns:View' },
  /** A line item whose budget stops its campaigns. Media partners do not see budgets. */
  budget: { label: 'Budget', groups: ['ag', 'cl'], permission: 'goals:View' },
  /** A campaign's weekly or monthly target (soft allocation), which stops nothing. */
  target: { label: 'Target', groups: ['ag', 'cl', 'mp'], permission: 'campaigns:View' },
  /** Valid leads not accepted by the client's system, by endpoint and reason. */
  stuck: { label: 'Stuck leads', groups: ['ag', 'cl'], permission: 'leadanalyzer:View' },
  /** Sending paused because an endpoint failed too often in a row. */
  breaker: { label: 'Endpoint paused', groups: ['ag', 'cl'], permission: 'leadanalyzer:View' },
  /** Overdue days of data of a trading platform account or of the website. */
  dataGap: { label: 'Missing platform data', groups: ['ag'], permission: 'tradingplatforms:View' },
  /** A condition on a measure that a user of the reader's company has set up for them. */
  rule: { label: 'Alert rule', groups: ['ag', 'cl'], permission: 'reports:View' },
} as const satisfies Record<string, { label: string; groups: readonly UserGroup[]; permission: Permission }>;

export type AlertKind = keyof typeof ALERT_KINDS;
export const ALERT_KIND_NAMES = Object.keys(ALERT_KINDS) as [AlertKind, ...AlertKind[]];

/** Percentages of a cap that raise an alert. */
export const CAP_LEVELS = [80, 90, 100] as const;
/** Levels of stuck leads by the age of the oldest: one hour to a day, or older. */
export const STUCK_LEVELS = { WARNING: 1, ATTENTION: 2 } as const;

export const ALERT_SPANS = ['day', 'week', 'month'] as const;
export type AlertSpan = (typeof ALERT_SPANS)[number];

export const ALERT_ENDS = {
  RESET: 'The period ended',
  LIMIT_CHANGED: 'The limit was changed',
  BELOW: 'Leads were returned or removed',
  CAP_REACHED: 'The cap itself was reached',
  CLEARED: 'No lead is stuck any more',
  RECOVERED: 'A lead was delivered again',
  ARRIVED: 'The days arrived',
  NOT_EXPECTED: 'No more days are expected',
  REMOVED: 'It was removed',
  NOT_MET: 'The condition is no longer met',
  TOLD_AGAIN: 'It lasted and was told again',
} as const;
export type AlertEnd = keyof typeof ALERT_ENDS;
export const ALERT_END_NAMES = Object.keys(ALERT_ENDS) as [AlertEnd, ...AlertEnd[]];

interface Topic {
  label: string;
  note: string;
  /** Alert kinds of the topic, from `level` on. */
  kinds: readonly AlertKind[];
  level: number;
  inApp: boolean;
  byMail: boolean;
}

/** A topic a user subscribes to: in the app, by mail, both or neither. These are the defaults. */
export const ALERT_TOPICS = {
  cap80: {
    label: 'Cap or budget 80 % used',
    note: 'Daily, weekly and monthly caps of campaigns, and budgets that stop their line item.',
    kinds: ['cap', 'budget'],
    level: 80,
    inApp: false,
    byMail: false,
  },
  cap90: {
    label: 'Cap or budget 90 % used',
    note: 'The same, shortly before leads are refused.',
    kinds: ['cap', 'budget'],
    level: 90,
    inApp: true,
    byMail: false,
  },
  cap100: {
    label: 'Cap or budget reached',
    note: 'From then on leads are refused, held or not paid, as the campaign says.',
    kinds: ['cap', 'budget'],
    level: 100,
    inApp: true,
    byMail: true,
  },
  target: {
    label: 'Target reached',
    note: 'Weekly and monthly targets of campaigns. They stop nothing.',
    kinds: ['target'],
    level: 100,
    inApp: true,
    byMail: false,
  },
  stuckWarning: {
    label: 'Leads stuck for an hour',
    note: 'Valid leads that the client’s system has not taken, grouped by endpoint and reason.',
    kinds: ['stuck'],
    level: STUCK_LEVELS.WARNING,
    inApp: true,
    byMail: false,
  },
  stuckAttention: {
    label: 'Leads stuck for a day',
    note: 'The same, once the oldest of them has waited for more than 24 hours.',
    kinds: ['stuck'],
    level: STUCK_LEVELS.ATTENTION,
    inApp: true,
    byMail: true,
  },
  breaker: {
    label: 'An endpoint paused after failures',
    note: 'After 10 failures in a row; one lead at a time tries again every 15 minutes.',
    kinds: ['breaker'],
    level: 1,
    inApp: true,
    byMail: true,
  },
  dataGap: {
    label: 'Missing platform data',
    note: 'Days of an ad account or of the website whose report did not come by the end of the next day.',
    kinds: ['dataGap'],
    level: 1,
    inApp: true,
    byMail: true,
  },
  rule: {
    label: 'Alert rules',
    note: 'Conditions on measures of reports that you are a reader of.',
    kinds: ['rule'],
    level: 1,
    inApp: true,
    byMail: true,
  },
} as const satisfies Record<string, Topic>;

type AlertTopic = keyof typeof ALERT_TOPICS;
export const ALERT_TOPIC_NAMES = Object.keys(ALERT_TOPICS) as [AlertTopic, ...AlertTopic[]];

export interface AlertChoice {
  topic: AlertTopic;
  inApp: boolean;
  byMail: boolean;
}

interface Viewer {
  group: UserGroup;
  permissions: ReadonlySet<string>;
}

/** Alert kinds the viewer may see. */
export const alertKindsFor = ({ group, permissions }: Viewer): AlertKind[] =>
  ALERT_KIND_NAMES.filter((kind) => {
    const { groups, permission } = ALERT_KINDS[kind];
    return (groups as readonly UserGroup[]).includes(group) && permissions.has(permission);
  });

/** The topics the viewer can choose, with their choice or the default. */
export const alertChoicesFor = (viewer: Viewer, chosen: readonly AlertChoice[]): AlertChoice[] => {
  const kinds = new Set<AlertKind>(alertKindsFor(viewer));
  return ALERT_TOPIC_NAMES.filter((topic) => ALERT_TOPICS[topic].kinds.some((kind) => kinds.has(kind))).map((topic) => {
    const { inApp, byMail } = chosen.find((choice) => choice.topic === topic) ?? ALERT_TOPICS[topic];
    return { topic, inApp, byMail };
  });
};

export interface KindAndLevel {
  kind: AlertKind;
  level: number;
}

/** The alert levels the viewer is notified of, by kind. Excludes kinds they may not see or have turned off. */
export const chosenLevels = (
  viewer: Viewer,
  chosen: readonly AlertChoice[],
  way: 'inApp' | 'byMail',
): KindAndLevel[] => {
  const kinds = new Set<AlertKind>(alertKindsFor(viewer));
  return alertChoicesFor(viewer, chosen)
    .filter((choice) => choice[way])
    .map(({ topic }): Topic => ALERT_TOPICS[topic])
    .flatMap((topic) => topic.kinds.filter((kind) => kinds.has(kind)).map((kind) => ({ kind, level: topic.level })));
};
