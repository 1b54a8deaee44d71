/** States of an order: the newest version for a partner, client and month. */
export const IO_STATES = {
  DRAFT: 'To send',
  SENT: 'Sent',
  OPENED: 'Opened',
  ACCEPTED: 'Accepted',
  CHANGE_REQUESTED: 'Change requested',
  DECLINED: 'Declined',
} as const;
export type IoState = keyof typeof IO_STATES;
export const IO_STATE_CODES = Object.keys(IO_STATES) as [IoState, ...IoState[]];

/** Possible answers of a partner to an order. */
export const IO_ANSWERS = ['ACCEPTED', 'CHANGE_REQUESTED', 'DECLINED'] as const;
export type IoAnswer = (typeof IO_ANSWERS)[number];
export const isAnswered = (state: IoState): boolean => (IO_ANSWERS as readonly string[]).includes(state);
