/** Names of calls, parted by blanks and new lines. */
const calls = (names: string): string[] => names.trim().split(/\s+/);

/** Where each call's owner comes from: what the matrix test holds the declarations against. */
export const OWNER_PLACES: Readonly<Record<string, readonly string[]>> = {
  public: calls(`
    resetAndEmailPassword passwordSave generateToken emailChangeRead emailChangeAnswer
    ioLinkOpen ioLinkAnswer ioLinkFile
  `),
  session: calls(`
    verticalList ownerSave ownerDraftList ownerDraftGet ownerDraftChoices ownerDraftSave ownerDraftDiscard ownerDraftFinish
    paletteSearch mediaAttributeList analyticsToken alertUnread alertBell alertMark alertChoices alertChoicesSave
    alertSearch alertExport changePassword signOut postingKeyPartners apiKeyList apiKeyMake apiKeyRotate apiKeyShut
    webhookList webhookSave webhookRotate webhookPause webhookRemove webhookTest webhookReplay webhookMessageList
    webhookMessageGet postingKeyList postingKeyMake postingKeyRotate postingKeyShut leadPost leadPrecheck keepAlive
    auditGet auditValuesView auditHistory
    userLoginSave userConfig userSearch userExport accountUserGet userSave userStatusSave userPasswordReset
    userSessionList userSessionEnd userEmailApprove userEmailCancel allPartnerList agencyClientList partnerClientList
    modalityList partnerCodesExport partnerFilterOptions publisherExport publisherSearch leadWarning deliveryHealthList leadAttention
    disclosureTextSave publisherChoices publisherSave publisherSourceGet publisherSourcesExport publisherSourcesList
    publisherSourcesSave publisherSourcesStatus
    leadStuckNotification leadStatusCodes leadDetails clickStatusCodes clickDetails leadExportList trackingDetails
    trackingTypeCodes transactionTypeCodes goalCriteriaList capacitySave campaignsByPartner partnerCampaignSearch
    partnerCampaignExport audienceByVendor vendorList taxonomySubjectList channelList channelDetails reportDimensions
    reportMeasures zipTable
    partnerList partnerGet partnerSave partnerEmailList partnerEmailSave
    channelTradingPlatformList masterPlatformList masterPlatformCreate tradingPlatformList
  `),
  'path ownerKey': calls(`
    ownerGet
  `),
  'path owner': calls(`
    leadTestSettingsGet leadTestSettingsSave clientList filterOptions goalSave goalCalendar goalTargetSave
    goalTargetExport goalTargetImport providerAccountList providerAccountSave providerAccountCheck
    providerAccountRemove privacyErase privacyFile privacyFind privacyList privacySettingsSave privacySuppress
    customChannelList campaignSaveAll
    ownerClientSave ownerReadiness
    ownerSettingsGet ownerSettingsHistory ownerSettingsSave
    bulkEduImport bulkEduExport ltChannels
    publisherSourcesImport
    dmaList dmaExport dmaImport
    suppressionLists suppressionListSave suppressionListRemove suppressionImport allocationsSave allocationSheetAt
    allocationsPropose
    ioNextMonthEmail ioNextMonthPreview ioRecipientList ioSend ioBoard ioGet ioFile ioOpen ioAnswer ioSettingsGet ioSettingsSave
    deliveryEndpointList deliveryEndpointGet deliveryEndpointSave deliveryEndpointPause deliveryEndpointProbe
    deliveryHostKeyForget deliveryStatus deliveryEndpointTest stuckLeadList stuckLeadSearch stuckLeadExport
    stuckLeadSummary stuckLeadTries stuckLeadRetry stuckLeadEdit stuckLeadDelivered stuckLeadScrub stuckLeadClaim
    billableFile
    masterTradingPlatform ownerTradingPlatforms ownerTradingPlatformGet
    ownerPartnerList partnerMailingList partnerMailingGet partnerMailResend
    docFileGet docFileRemove docFileSave docFileUpload
    platformDataSources platformDataCalendar platformDataFiles platformDataUpload platformDataPushKeySave platformDataPushKeyRemove
    platformDataConnection platformDataConnectionSave platformDataConnectionRemove platformDataFetch
    stuckLeadClaimAnswer returnImport milestoneImport milestoneSave milestonePreview milestoneReinstate milestoneVoid
    milestoneExport unmatchedSearch unmatchedLeads unmatchedResolve unmatchedMatch unmatchedIgnore leadUpdatePreview
    leadUpdateImport leadUpdateTemplate leadBulkSearch leadCids layoutList layoutSave layoutRemove layoutDefault
    alertRuleList alertRuleSave alertRulePause alertRuleRemove alertRulePreview savedViewList savedViewSave
    savedDashboardList savedDashboardSave savedDashboardRemove embedOriginsGet embedOriginsSave
    savedViewRemove savedViewDefault reportReaders reportScheduleList reportScheduleSave reportSchedulePause
    reportScheduleRemove reportScheduleRun reportScheduleLeave reportScheduleLog allocationRequestAnswer
    campaignDraftList campaignDraftSave campaignDraftRemove campaignStatusBulk campaignList campaignsAllPartners
    channelCampaignList campaignSearch campaignExport unlinkedCampaignList semCampaignsByPlatform channelCampaignSave
    campaignUnlink ownerPartnerSearch bulkCampaignImport bulkPpcCampaignImport campaignStatusesUpload
    mediaSourceUpload reportingTimestamps ownerDataThrough ownerRecount liveData bulkImportList bulkImportGet
    bulkImportApply bulkImportUndo bulkImportFailed bulkImportFile
    reconciliationImport reconciliationGet reconciliationSearch reconciliationExport reconciliationPreview
    reconciliationDecide reconciliationComment
    reconciliationMatches reconciliationMatch reconciliationUnmatch
  `),
  'body ownerKey, session for mp': calls(`
    leadSearch clickSearch clickExport returnSearch
    programSearch programExport
  `),
  'query ownerKey, session for mp': calls(`
    leadFilters publisherSourceFigures docFileList
  `),
  'path key of client': calls(`
    clientCampuses eduDataExport audienceByClient campaignGeoCount clientCriteriaList clientCriteriaVersion clientCriteriaSave
    criteriaReplayStart criteriaReplayCancel criteriaReplayList criteriaReplayGet
    geoAreaList
  `),
  'path key of campus': calls(`
    campusPrograms
  `),
  'path campus of campus': calls(`
    geoAreaGet geoProgramAreaGet geoAreaSave geoProgramAreaSave geoExport geoProgramExport geoImport geoProgramImport
  `),
  'path goal of goal': calls(`
    goalGet goalHistory
  `),
  'body clientKey of client': calls(`
    goalProgramList
  `),
  'path clientKeys of client': calls(`
    attributeReport attributeReportFilters
  `),
  'path client of client': calls(`
    campusGoalList leadCampusGet
  `),
  'path brand of brand/brand/client, query ownerKey': calls(`
    goalSummaryList goalSummaryNextList
  `),
  'path brand of brand/brand/client, query ownerKey, session for mp': calls(`
    campaignSummaryStream allocationsExport allocationsScreenExport
  `),
  'query ownerKey': calls(`
    partnerClientMapList partnerValueMapList
    forecastDetails forecastList forecastExport
    allocationsImport overviewCampaignImport topPerformingStatesGet spendVsPerformanceGet conversionsBarGet
    reportingFunnelGet reportingHeadlineGet reportingPacingGet topChannelsGet topCampaignsGet seoWebsitePerformanceGet
    seoTopSourcesGet seoSessionByPageGet seoEventCountGet searchPerformanceGet searchYoyConversionGet
    searchCampaignPerformanceGet searchCampaignOverviewGet searchAdgroupOverviewGet searchKeywordOverviewGet
    affiliatePerformanceGet affiliateYoyLeadsGet affiliatePartnerPerformanceGet affiliateCampusOverviewGet
    affiliateDegreeOverviewGet affiliateProgramOverviewGet mediaFiguresGet mediaByDayGet mediaChannelsGet
    mediaPartnersGet mediaCampaignsGet stateReportGet downFunnelReportGet downFunnelByCampusGet cohortReportGet
    deliveryReportGet sourceReportGet attributeTableGet attributePivotGet partnerReportGet clientReportGet
    programReportGet campaignReportGet pacingBrandGet pacingGoalGet pacingLeadProviderGet pacingModelGet
    pacingChannelGet pacingLtChannelGet pacingChannelSpendCharterGet pacingChannelLeadsGet pacingCustomChannelGet
    pacingMonthGet overpacingCampaignsGet underpacingCampaignsGet campusLeadsPpcGet campusLeadsPplGet
    campusLeadsProgramGet campusLeadsSourceGet lastWeekSnapshotGet rollingLastWeekGet rollingCurrentWeekGet
    yesterdaySnapshotGet mtdLeadsReportGet mtdInquiriesGet mtdSpendGet mtdCplGet lincolnPacingCampusGet
    lincolnPacingProgramGet lincolnPacingChannelGet lincolnPacingDayGet
  `),
  'path campaignKey of campaign': calls(`
    allocationHistory campaignBreakdown
  `),
  'query ownerKey, session': calls(`
    allocationRequestList
  `),
  'path key of campaign': calls(`
    campaignGet campaignAllocationGet campaignNextCode campaignClone campaignDelete campaignDeletePost
    campaignUndelete campaignStatusSave campaignStatusLog campaignProgramList campaignProgramSave campaignGeoList
    campaignGeoSave campaignAudienceList campaignAudienceSave campaignDaypartingGet campaignDaypartingSave
    campaignTrackingGet campaignTrackingSave campaignSourcesList campaignSourcesSave leadTrial leadTrialSample
    leadTestSend
    postingInstructions postingInstructionsRead postingInstructionsPdf postingInstructionsOpenApi instructionsLinkList
    instructionsLinkMake instructionsLinkShut
  `),
  'path owner, body ownerKey': calls(`
    campaignSave
  `),
  'path key of campaign, body clientKey of client, session': calls(`
    campaignIsUnique
  `),
  'path key of goal': calls(`
    audienceByGoal
  `),
  'body ownerKey': calls(`
    auditSearch auditExport
    customChannelSave customChannelUpdate customChannelDelete
    brandsSave ownerPpcVendorSave
    tradingPlatformCreate tradingPlatformSave tradingPlatformPut tradingPlatformExport
    partnerClientMapSave partnerValueMapSave partnerContactList partnerMailPreview partnerMailSend
    forecastCreate forecastDelete forecastUpdate forecastCustomCreate forecastScenarioSave forecastScenarioDelete forecastRunCancel
    leadEvidence leadPersonView leadNoteSave leadMove returnPreview returnRequest returnWithdraw returnComment
    billableReport billableExport billableChecklist billableClose billableReopen billableRemarks billableRemark
    returnDecisionPreview returnDecide leadsExport leadExportCount leadExportStart leadExportFile leadExportCancel
    leadExportRemove leadTrackingSearch leadStatusUpdate leadOverride leadRelease bulkCampaignTemplateExport
    ltCampus
    bulkPpcCampaignExport rowsBehind pacingSummary topPerformingStates spendVsPerformance conversionsBar
    reportingFunnel reportingHeadline reportingPacing topChannels topCampaigns seoWebsitePerformance seoTopSources
    seoSessionByPage seoEventCount searchPerformance searchYoyConversion searchCampaignPerformance
    searchCampaignOverview searchAdgroupOverview searchKeywordOverview affiliatePerformance affiliateYoyLeads
    affiliatePartnerPerformance affiliateCampusOverview affiliateDegreeOverview affiliateProgramOverview mediaFigures
    mediaByDay mediaChannels mediaPartners mediaCampaigns stateReport downFunnelReport downFunnelByCampus cohortReport
    deliveryReport sourceReport attributeTable attributePivot partnerReport clientReport programReport campaignReport
    reportFile pacingBrand pacingGoal pacingLeadProvider pacingModel pacingChannel pacingLtChannel
    pacingChannelSpendCharter pacingChannelLeads pacingCustomChannel pacingMonth overpacingCampaigns
    underpacingCampaigns campusLeadsPpc campusLeadsPpl campusLeadsProgram campusLeadsSource lastWeekSnapshot
    rollingLastWeek rollingCurrentWeek yesterdaySnapshot mtdLeadsReport mtdInquiries mtdSpend mtdCpl
    lincolnPacingCampus lincolnPacingProgram lincolnPacingChannel lincolnPacingDay
  `),
  'path owner, path key of {keyType}': calls(`
    underperformingCampaigns
  `),
  'path keys of {keyType}, path brand of brand as fallback': calls(`
    graphicReport
  `),
  'path key of {keyType}, path brand of brand as fallback': calls(`
    funnel funnelProjections graphicPacing
  `),
  'body ownerKey, session': calls(`
    reportDimensionValues reportData reportDataBar reportQuestion reportExport
  `),
};
