import {
  TRACKING_EVENT_TYPES,
  trackingDetails,
  type TrackingEventType,
  trackingTypeCodes,
  TRANSACTION_TYPES,
  type TransactionType,
  transactionTypeCodes,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type ListDeps, registerList } from '../../../shared/lists/list-routes.ts';
import { trackingRows } from './tracking.list.ts';
import { getTrackingDetails } from './tracking.service.ts';

const codesOf = <Code extends string, Type>(types: Readonly<Record<Code, Type>>) =>
  (Object.keys(types) as Code[]).map((code) => ({ code, ...types[code] }));

export const trackingRoutes = (register: Register, deps: ListDeps): void => {
  registerList(register, deps, trackingRows);
  register(trackingDetails, ({ scope, params }) => getTrackingDetails(deps, scope, params.searchType, params.keyCode));
  register(trackingTypeCodes, () =>
    Promise.resolve(codesOf<TrackingEventType, { label: string; isRecorded: boolean }>(TRACKING_EVENT_TYPES)),
  );
  register(transactionTypeCodes, () => Promise.resolve(codesOf<TransactionType, { label: string }>(TRANSACTION_TYPES)));
};
