import { defineCall } from '../core/calls/call.ts';
import { leadTrialSchema } from './trial.ts';

export const leadTestSend = defineCall({
  id: 'leadTestSend',
  summary: 'Posts a test lead to a campaign as a partner would, and tells what every check said and what was answered',
  route: 'POST /ag/campaign/{key}/lead/test/send',
  groups: ['ag'],
  permission: 'leadanalyzer:Update',
  owner: { byKey: 'campaign', param: 'key' },
  asSystem: true,
  response: leadTrialSchema,
});
