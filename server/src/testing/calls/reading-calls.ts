import { type AnyCall, type AnyList, WIDGET_IDS } from '@paceline/contract';

/** Calls that are neither a GET, nor a list, nor a widget, and only read: their question does not fit into an address. */
export const READING_POSTS: readonly string[] = [
  'leadPrecheck',
  'emailChangeRead',
  'partnerContactList',
  'partnerMailPreview',
  'returnPreview',
  'returnDecisionPreview',
  'billableReport',
  'billableChecklist',
  'billableRemarks',
  'statementAging',
  'reconciliationGet',
  'reconciliationPreview',
  'reconciliationMatches',
  'ioNextMonthPreview',
  'leadExportCount',
  'leadBulkSearch',
  'leadCids',
  'alertRulePreview',
  'goalProgramList',
  'ltCampus',
  'campaignIsUnique',
  'campaignGeoCount',
  'leadTrial',
  'allocationsPropose',
  'ownerPartnerSearch',
  'vendorList',
  'rowsBehind',
  'pacingSummary',
  'reportDimensionValues',
  'reportData',
  'reportDataBar',
  'reportQuestion',
  'reportExport',
  'platformDataPreview',
];

const isList = (call: AnyCall): call is AnyCall & AnyList => 'list' in call;

/** The ids of the files of all lists. */
export const listFileIds = (calls: readonly AnyCall[]): string[] =>
  calls.flatMap((call) => (isList(call) && call.export !== null ? [call.export.id] : []));

export const onlyReads = (call: AnyCall): boolean =>
  call.method === 'GET'
    ? !call.changesState
    : isList(call) || [...WIDGET_IDS, ...READING_POSTS].some((id) => id === call.id);
