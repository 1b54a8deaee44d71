import { WIDGET_IDS } from '@paceline/contract';

/**
 * What the matrix test holds the declarations against: adding a call to one of these lists is a decision, forgetting a guard or
 * an owner is not.
 */

/** The calls that anyone may make. */
export const PUBLIC_CALLS = [
  'resetAndEmailPassword',
  'passwordSave',
  'generateToken',
  'emailChangeRead',
  'emailChangeAnswer',
];

/** The calls for which being signed in is enough. */
export const CALLS_WITHOUT_RIGHT = [
  'changePassword',
  'signOut',
  'keepAlive',
  'userLoginSave',
  'userConfig',
  'accountUserGet',
  'userSessionList',
  'userSessionEnd',
  'userEmailCancel',
  'ownerGet',
  'filterOptions',
  'partnerFilterOptions',
  'reportingTimestamps',
  'mediaAttributeList',
  'analyticsToken',
  'ownerDataThrough',
  'paletteSearch',
  'alertUnread',
  'alertBell',
  'alertMark',
  'alertChoices',
  'alertChoicesSave',
  'alertSearch',
  'alertExport',
  'liveData',
  'bulkImportList',
  'bulkImportGet',
  'bulkImportApply',
  'bulkImportUndo',
  'bulkImportFailed',
  'bulkImportFile',
];

/** The calls that are no GET and only read: their question does not fit into an address. */
export const READING_POSTS: readonly string[] = [
  ...WIDGET_IDS,
  'userSearch',
  'leadPrecheck',
  'emailChangeRead',
  'campaignSearch',
  'partnerCampaignSearch',
  'publisherSearch',
  'stuckLeadSearch',
  'leadSearch',
  'privacyFind',
  'returnSearch',
  'returnPreview',
  'returnDecisionPreview',
  'unmatchedSearch',
  'clickSearch',
  'programSearch',
  'leadExportCount',
  'leadTrackingSearch',
  'leadBulkSearch',
  'leadCids',
  'alertSearch',
  'alertRulePreview',
  'goalProgramList',
  'campaignIsUnique',
  'campaignGeoCount',
  'leadTrial',
  'ownerPartnerSearch',
  'vendorList',
  'rowsBehind',
  'pacingSummary',
  'reportDimensionValues',
  'reportData',
  'reportDataBar',
  'reportQuestion',
  'reportExport',
];

/** The calls that change something and take an API key all the same: what a system does for those who made its key. */
export const WRITES_WITH_KEY = [
  'allocationsSave',
  'campaignStatusSave',
  'stuckLeadRetry',
  'stuckLeadClaim',
  'returnRequest',
  'milestoneSave',
];

/** The calls that only read and take no API key: users, sessions, keys, and what is somebody's own on the screen. */
export const READS_WITHOUT_KEY = [
  'userSearch',
  'userExport',
  'accountUserGet',
  'userSessionList',
  'userConfig',
  'keepAlive',
  'layoutList',
  'savedViewList',
  'savedDashboardList',
  'embedOriginsGet',
  'alertRuleList',
  'alertRulePreview',
  'reportReaders',
  'reportScheduleList',
  'reportScheduleLog',
  'campaignDraftList',
  'postingKeyPartners',
  'postingKeyList',
  'apiKeyList',
  'webhookList',
  'webhookMessageList',
  'webhookMessageGet',
  'leadEvidence',
  'leadExportList',
  'leadExportFile',
  'liveData',
  'leadPrecheck',
  'privacyFile',
  'privacyFind',
  'privacyList',
  'returnDecisionPreview',
];
