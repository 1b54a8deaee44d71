import {
  leadAttention,
  leadStuckNotification,
  leadWarning,
  stuckLeadClaim,
  stuckLeadClaimAnswer,
  stuckLeadDelivered,
  stuckLeadList,
  stuckLeadRetry,
  stuckLeadScrub,
  stuckLeadSummary,
  stuckLeadTries,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { registerList } from '../../../shared/lists/list-routes.ts';
import { type NoticeDeps, sendNotices } from './notices.service.ts';
import { STUCK_LEADS_FILE, stuckLeadRows } from './stuck.list.ts';
import { answerClaims, claim, getSummary, getTries, listStuck, markDelivered, retry, scrub } from './stuck.service.ts';

export const stuckLeadRoutes = (register: Register, deps: NoticeDeps): void => {
  registerList(register, deps, stuckLeadRows, STUCK_LEADS_FILE);
  register(stuckLeadList, ({ scope, ownerKey }) => listStuck(deps, scope, ownerKey));
  register(stuckLeadSummary, ({ scope, ownerKey }) => getSummary(deps, scope, ownerKey));
  register(stuckLeadTries, ({ scope, ownerKey, params }) => getTries(deps, scope, ownerKey, params.leadKey));
  register(stuckLeadRetry, ({ ownerKey, body, ...caller }) => retry(deps, caller, ownerKey, body));
  register(stuckLeadDelivered, ({ ownerKey, body, ...caller }) => markDelivered(deps, caller, ownerKey, body));
  register(stuckLeadScrub, ({ ownerKey, body, ...caller }) => scrub(deps, caller, ownerKey, body));
  register(stuckLeadClaim, ({ ownerKey, body, ...caller }) => claim(deps, caller, ownerKey, body));
  register(stuckLeadClaimAnswer, ({ ownerKey, body, ...caller }) => answerClaims(deps, caller, ownerKey, body));
  register(leadWarning, ({ body, ...caller }) => sendNotices(deps, caller, 'warning', body));
  register(leadAttention, ({ body, ...caller }) => sendNotices(deps, caller, 'attention', body));
  register(leadStuckNotification, ({ body, ...caller }) => sendNotices(deps, caller, 'stuck', body));
};
