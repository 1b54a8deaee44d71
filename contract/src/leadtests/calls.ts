import { defineCall } from '../core/calls/call.ts';
import { leadTestRecordSchema, leadTestSaveSchema } from './schema.ts';

const ofOwner = {
  groups: ['ag'],
  owner: 'path',
  response: leadTestRecordSchema,
} as const;

export const leadTestSettingsGet = defineCall({
  ...ofOwner,
  id: 'leadTestSettingsGet',
  summary: 'How an owner tells test leads from real ones, and when they are removed',
  route: 'GET /ag/{owner}/lead/testsettings/get',
  permission: 'leadanalyzer:View',
});

export const leadTestSettingsSave = defineCall({
  ...ofOwner,
  id: 'leadTestSettingsSave',
  summary: 'Saves them as a new version; refused if somebody else saved one meanwhile',
  route: 'POST /ag/{owner}/lead/testsettings/save',
  permission: 'leadanalyzer:Update',
  body: leadTestSaveSchema,
});
