import { TRACKING_EVENT_TYPES, type TrackingEvent, TRANSACTION_TYPES } from '@paceline/contract';

/** An event's title: what was done, or else how it arrived. */
export const eventTitle = ({
  trackingTypeCode,
  transactionTypeCode,
}: Pick<TrackingEvent, 'trackingTypeCode' | 'transactionTypeCode'>): string => {
  if (trackingTypeCode === 'PBK') return TRACKING_EVENT_TYPES.PBK.label;
  if (transactionTypeCode !== null) return TRANSACTION_TYPES[transactionTypeCode].label;
  return trackingTypeCode === null ? 'Event' : TRACKING_EVENT_TYPES[trackingTypeCode].label;
};
