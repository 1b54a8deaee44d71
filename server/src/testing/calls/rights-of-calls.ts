/** The right that each call needs, with the names of the calls: a weaker one is a decision, never a slip. Calls without one are in CALLS_WITHOUT_RIGHT. */
export const RIGHTS_OF_CALLS: Readonly<Record<string, string>> = {
  'admin:Settings': `
    billableReopen embedOriginsGet embedOriginsSave ioSettingsSave ownerSettingsGet ownerSettingsHistory
    ownerSettingsSave
  `,
  'admin:Settings or leadanalyzer:Export': `
    apiKeyList apiKeyMake apiKeyRotate apiKeyShut webhookList webhookMessageGet webhookMessageList webhookPause
    webhookRemove webhookReplay webhookRotate webhookSave webhookTest
  `,
  'allocations:Approve': 'allocationRequestAnswer',
  'allocations:Import': 'allocationsImport',
  'allocations:Update': 'allocationsPropose allocationsSave capacitySave ioAnswer',
  'allocations:View': `
    allocationHistory allocationRequestList allocationSheetAt allocationsExport allocationsScreenExport
    campaignAllocationGet campaignBreakdown campaignSummaryStream goalSummaryList goalSummaryNextList ioBoard ioFile
    ioGet ioOpen
  `,
  'allocations:View or leadanalyzer:View': 'layoutDefault layoutList layoutRemove layoutSave',
  'audit:View': 'auditExport auditGet auditSearch',
  'campaigns:Bulk': `
    bulkCampaignImport bulkCampaignTemplateExport bulkPpcCampaignExport bulkPpcCampaignImport campaignStatusesUpload
    mediaSourceUpload overviewCampaignImport
  `,
  'campaigns:Clone': 'campaignClone campaignNextCode',
  'campaigns:Delete': 'campaignDelete campaignDeletePost campaignUndelete',
  'campaigns:Status': 'campaignStatusBulk campaignStatusSave',
  'campaigns:Update': `
    campaignAudienceSave campaignDaypartingSave campaignDraftList campaignDraftRemove campaignDraftSave campaignGeoSave
    campaignProgramSave campaignSave campaignSaveAll campaignSourcesSave campaignTrackingSave campaignUnlink channelCampaignSave
  `,
  'campaigns:View': `
    audienceByClient audienceByGoal audienceByVendor campaignAudienceList campaignDaypartingGet campaignExport
    campaignGeoCount campaignGeoList campaignGet campaignIsUnique campaignList campaignProgramList campaignSearch
    campaignSourcesList campaignStatusLog campaignTrackingGet campaignsAllPartners campaignsByPartner
    channelCampaignList channelDetails channelList docFileGet docFileList ownerPartnerSearch partnerCampaignExport
    partnerCampaignSearch postingInstructions postingInstructionsOpenApi postingInstructionsPdf postingInstructionsRead
    semCampaignsByPlatform taxonomySubjectList unlinkedCampaignList vendorList
  `,
  'campaigns:View or goals:View or users:View or partners:View or clients:View or leadanalyzer:View': 'auditHistory',
  'clicks:View or leadanalyzer:View': 'clickDetails clickExport clickSearch clickStatusCodes',
  'clients:Bulk': 'bulkEduImport',
  'clients:Create': `
    brandsSave ownerClientSave ownerDraftChoices ownerDraftDiscard ownerDraftFinish ownerDraftGet ownerDraftList
    ownerDraftSave ownerSave
  `,
  'clients:Criteria': `
    clientCriteriaSave criteriaReplayCancel criteriaReplayStart deliveryEndpointGet deliveryEndpointList
    deliveryEndpointSave deliveryEndpointTest deliveryHostKeyForget providerAccountCheck providerAccountRemove
    providerAccountSave suppressionImport suppressionListRemove suppressionListSave
  `,
  'clients:Geo': 'dmaImport geoAreaSave geoImport geoProgramAreaSave geoProgramImport',
  'clients:Update': `
    customChannelDelete customChannelSave customChannelUpdate docFileRemove docFileSave docFileUpload
  `,
  'clients:View': `
    agencyClientList bulkEduExport campusPrograms clientCampuses clientCriteriaList clientCriteriaVersion clientList
    criteriaReplayGet criteriaReplayList customChannelList dmaExport dmaList eduDataExport geoAreaGet geoAreaList
    geoExport geoProgramAreaGet geoProgramExport ltCampus ltChannels modalityList ownerReadiness partnerClientList
    partnerCodesExport programExport programSearch providerAccountList suppressionLists verticalList zipTable
  `,
  'forecast:Delete': 'forecastDelete',
  'forecast:Update': `
    forecastCreate forecastCustomCreate forecastRunCancel forecastScenarioDelete forecastScenarioSave forecastUpdate
  `,
  'forecast:View': 'forecastDetails forecastExport forecastList',
  'goals:Import': 'goalTargetImport',
  'goals:Update': 'goalSave goalTargetSave',
  'goals:View': `
    campusGoalList goalCalendar goalCriteriaList goalGet goalHistory goalProgramList goalTargetExport
  `,
  'leadanalyzer:Erase': `
    privacyErase privacyFile privacyFind privacyList privacySettingsSave privacySuppress
  `,
  'leadanalyzer:Export': `
    leadEvidence leadExportCancel leadExportCount leadExportFile leadExportList leadExportRemove leadExportStart
    leadsExport milestoneExport
  `,
  'leadanalyzer:Return': `
    returnDecide returnDecisionPreview returnImport returnPreview returnRequest returnWithdraw
  `,
  'leadanalyzer:Update': `
    deliveryEndpointPause deliveryEndpointProbe leadMove leadNoteSave leadOverride leadPost leadPrecheck leadRelease
    leadStatusUpdate leadTestSend leadTestSettingsSave leadUpdateImport leadUpdatePreview leadUpdateTemplate
    stuckLeadClaimAnswer stuckLeadDelivered stuckLeadEdit stuckLeadRetry stuckLeadScrub
  `,
  'leadanalyzer:Update or leadanalyzer:Export': `
    milestoneImport milestonePreview milestoneReinstate milestoneSave milestoneVoid unmatchedIgnore unmatchedLeads
    unmatchedMatch unmatchedResolve unmatchedSearch
  `,
  'leadanalyzer:View': `
    deliveryHealthList deliveryStatus leadAttention leadBulkSearch leadCampusGet leadCids leadDetails leadSearch
    leadStatusCodes leadStuckNotification leadTestSettingsGet leadTrackingSearch leadWarning returnComment returnSearch
    stuckLeadClaim stuckLeadExport stuckLeadList stuckLeadSearch stuckLeadSummary stuckLeadTries trackingDetails
    trackingTypeCodes transactionTypeCodes
  `,
  'leadanalyzer:View or campaigns:View': 'leadTrial leadTrialSample',
  'leadanalyzer:View or clicks:View': 'leadFilters',
  'leadanalyzer:ViewPII': 'auditValuesView leadPersonView',
  'partners:Contact': `
    ioNextMonthEmail ioNextMonthPreview ioRecipientList ioSend partnerContactList partnerMailPreview partnerMailResend
    partnerMailSend partnerMailingGet partnerMailingList
  `,
  'partners:Create or partners:Update': 'partnerSave',
  'partners:Update': `
    instructionsLinkList instructionsLinkMake instructionsLinkShut partnerClientMapSave partnerEmailSave
    partnerValueMapSave postingKeyMake postingKeyRotate postingKeyShut
  `,
  'partners:View': `
    allPartnerList ioSettingsGet ownerPartnerList partnerClientMapList partnerEmailList partnerGet partnerValueMapList
    postingKeyList postingKeyPartners
  `,
  'publishers:Create or publishers:Update': 'publisherSave publisherSourcesSave',
  'publishers:Update': 'disclosureTextSave publisherSourcesImport',
  'publishers:Update or publishers:Block': 'publisherSourcesStatus',
  'publishers:View': `
    publisherChoices publisherExport publisherSearch publisherSourceFigures publisherSourceGet publisherSourcesExport
    publisherSourcesList
  `,
  'reports:Billable': `
    billableChecklist billableClose billableExport billableFile billableRemark billableRemarks billableReport
  `,
  'reports:Billable or leadanalyzer:Export': `
    reconciliationComment reconciliationDecide reconciliationExport reconciliationGet reconciliationImport
    reconciliationMatch reconciliationMatches reconciliationPreview reconciliationSearch reconciliationUnmatch
  `,
  'reports:Build': `
    alertRuleList alertRulePause alertRulePreview alertRuleRemove alertRuleSave reportData reportDataBar
    reportDimensionValues reportDimensions reportExport reportMeasures reportQuestion savedDashboardList
    savedDashboardRemove savedDashboardSave savedViewDefault savedViewList savedViewRemove savedViewSave
  `,
  'reports:Build or reports:View or reports:Schedule': 'reportScheduleLeave reportScheduleList',
  'reports:Schedule': `
    reportScheduleLog reportSchedulePause reportScheduleRemove reportScheduleRun reportScheduleSave
  `,
  'reports:Schedule or reports:Build': 'reportReaders',
  'reports:View': `
    affiliateCampusOverview affiliateCampusOverviewGet affiliateDegreeOverview affiliateDegreeOverviewGet
    affiliatePartnerPerformance affiliatePartnerPerformanceGet affiliatePerformance affiliatePerformanceGet
    affiliateProgramOverview affiliateProgramOverviewGet affiliateYoyLeads affiliateYoyLeadsGet attributePivot
    attributePivotGet attributeReport attributeReportFilters attributeTable attributeTableGet campaignReport
    campaignReportGet campusLeadsPpc campusLeadsPpcGet campusLeadsPpl campusLeadsPplGet campusLeadsProgram
    campusLeadsProgramGet campusLeadsSource campusLeadsSourceGet clientReport clientReportGet cohortReport
    cohortReportGet conversionsBar conversionsBarGet deliveryReport deliveryReportGet downFunnelByCampus
    downFunnelByCampusGet downFunnelReport downFunnelReportGet funnel funnelProjections graphicPacing graphicReport
    lastWeekSnapshot lastWeekSnapshotGet lincolnPacingCampus lincolnPacingCampusGet lincolnPacingChannel
    lincolnPacingChannelGet lincolnPacingDay lincolnPacingDayGet lincolnPacingProgram lincolnPacingProgramGet mediaByDay
    mediaByDayGet mediaCampaigns mediaCampaignsGet mediaChannels mediaChannelsGet mediaFigures mediaFiguresGet
    mediaPartners mediaPartnersGet mtdCpl mtdCplGet mtdInquiries mtdInquiriesGet mtdLeadsReport mtdLeadsReportGet
    mtdSpend mtdSpendGet overpacingCampaigns overpacingCampaignsGet ownerRecount pacingBrand pacingBrandGet
    pacingChannel pacingChannelGet pacingChannelLeads pacingChannelLeadsGet pacingChannelSpendCharter
    pacingChannelSpendCharterGet pacingCustomChannel pacingCustomChannelGet pacingGoal pacingGoalGet pacingLeadProvider
    pacingLeadProviderGet pacingLtChannel pacingLtChannelGet pacingModel pacingModelGet pacingMonth pacingMonthGet
    pacingSummary partnerReport partnerReportGet programReport programReportGet reportFile reportingFunnel
    reportingFunnelGet reportingHeadline reportingHeadlineGet reportingPacing reportingPacingGet rollingCurrentWeek
    rollingCurrentWeekGet rollingLastWeek rollingLastWeekGet rowsBehind searchAdgroupOverview searchAdgroupOverviewGet
    searchCampaignOverview searchCampaignOverviewGet searchCampaignPerformance searchCampaignPerformanceGet
    searchKeywordOverview searchKeywordOverviewGet searchPerformance searchPerformanceGet searchYoyConversion
    searchYoyConversionGet seoEventCount seoEventCountGet seoSessionByPage seoSessionByPageGet seoTopSources
    seoTopSourcesGet seoWebsitePerformance seoWebsitePerformanceGet sourceReport sourceReportGet spendVsPerformance
    spendVsPerformanceGet stateReport stateReportGet topCampaigns topCampaignsGet topChannels topChannelsGet
    topPerformingStates topPerformingStatesGet underpacingCampaigns underpacingCampaignsGet underperformingCampaigns
    yesterdaySnapshot yesterdaySnapshotGet
  `,
  'tradingplatforms:Update': `
    masterPlatformCreate ownerPpcVendorSave platformDataConnectionRemove platformDataConnectionSave platformDataFetch
    platformDataPushKeyRemove platformDataPushKeySave platformDataUpload tradingPlatformCreate tradingPlatformPut
    tradingPlatformSave
  `,
  'tradingplatforms:View': `
    masterPlatformList masterTradingPlatform ownerTradingPlatformGet ownerTradingPlatforms platformDataCalendar
    platformDataConnection platformDataFiles platformDataSources tradingPlatformExport tradingPlatformList
  `,
  'tradingplatforms:View or campaigns:View': 'channelTradingPlatformList',
  'users:Create or users:Update': 'userSave',
  'users:Deactivate': 'userStatusSave',
  'users:ResetPassword': 'userPasswordReset',
  'users:Update': 'userEmailApprove',
  'users:View': 'userExport userSearch',
};
