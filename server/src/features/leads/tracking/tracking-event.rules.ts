import {
  isMilestone,
  type Labels,
  LEAD_STATUSES,
  type LeadStatus,
  milestoneText,
  type TrackingEventType,
  type TransactionType,
} from '@paceline/contract';

/** The table of an event: its number in the view tracking_event. */
export const SOURCES = {
  post: 1,
  status: 2,
  delivery: 3,
  milestone: 4,
  postback: 5,
  webhook: 6,
  click: 7,
  erasure: 8,
} as const;

/** The tables that have events of a code: the others need not be read. */
export const SOURCES_OF: Readonly<Record<TrackingEventType | TransactionType, readonly number[]>> = {
  IMP: [],
  CLK: [SOURCES.click],
  LND: [],
  FST: [],
  FSB: [SOURCES.post],
  CALL: [SOURCES.post],
  PIX: [],
  PBK: [SOURCES.postback],
  API: [SOURCES.post],
  IMP_FILE: [],
  POST: [SOURCES.post],
  VALIDATE: [SOURCES.status],
  DEDUP: [SOURCES.status],
  CERT: [SOURCES.status],
  SCRUB: [SOURCES.status],
  DELIVER: [SOURCES.delivery],
  RETRY: [SOURCES.delivery],
  STATUS: [SOURCES.status],
  RETURN: [SOURCES.status],
  MILESTONE: [SOURCES.milestone],
  NOTIFY: [SOURCES.postback, SOURCES.webhook],
  ERASE: [SOURCES.erasure],
};

/** The identity of an event: its table, and its key there. */
export interface EventId {
  source: number;
  day: string | null;
  leadKey: number | null;
  ownKey: number;
}

const ID = /^([1-8])-(\d{8}|0)-(\d{1,15})-(\d{1,15})$/;

export const writeTrackingId = ({ source, day, leadKey, ownKey }: EventId): string =>
  `${source}-${day?.replaceAll('-', '') ?? '0'}-${leadKey ?? 0}-${ownKey}`;

export const readTrackingId = (text: string): EventId | null => {
  const [, source, day = '', leadKey, ownKey] = ID.exec(text) ?? [];
  if (source === undefined) return null;
  const written = day === '0' ? null : `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
  if (written !== null && Number.isNaN(Date.parse(written))) return null;
  return { source: Number(source), day: written, leadKey: Number(leadKey) || null, ownKey: Number(ownKey) };
};

export const statusWord = (code: string): string =>
  code in LEAD_STATUSES ? LEAD_STATUSES[code as LeadStatus].label : code;

export const milestoneWord = (code: string, labels: Labels): string =>
  isMilestone(code) ? milestoneText(code, labels) : code;

const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The label of an outcome, in its owner's words. */
export const outcomeWord = (source: number, code: string, labels: Labels): string => {
  if (source === SOURCES.post) return `Now ${statusWord(code).toLowerCase()}`;
  if (source === SOURCES.status) return statusWord(code);
  if (source === SOURCES.milestone) return milestoneWord(code, labels);
  if (source === SOURCES.click) return code === '0' ? 'Sent on' : `Not sent on (code ${code})`;
  return first(code);
};
