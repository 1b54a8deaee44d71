import {
  audienceByClient,
  audienceByGoal,
  audienceByVendor,
  campaignAudienceList,
  campaignAudienceSave,
  campaignDaypartingGet,
  campaignDaypartingSave,
  campaignGeoCount,
  campaignGeoList,
  campaignGeoSave,
  campaignProgramList,
  campaignProgramSave,
  campaignTrackingGet,
  campaignTrackingSave,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { countGeo } from './geo-count.service.ts';
import * as service from './targeting.service.ts';
import { readTracking, saveTracking, type TrackingDeps } from './tracking.service.ts';

export const targetingRoutes = (register: Register, deps: TrackingDeps): void => {
  register(campaignProgramList, (context) => service.readPrograms(deps, context, context.params.key));
  register(campaignProgramSave, (context) => service.savePrograms(deps, context, context.params.key, context.body));
  register(campaignGeoList, (context) => service.readGeo(deps, context, context.params.key));
  register(campaignGeoCount, (context) => countGeo(deps, context, context.params.key, context.body));
  register(campaignGeoSave, (context) => service.saveGeo(deps, context, context.params.key, context.body));
  register(campaignAudienceList, (context) => service.readAudience(deps, context, context.params.key));
  register(campaignAudienceSave, async (context) =>
    service.saveAudience(deps, context, context.params.key, context.body),
  );
  register(audienceByGoal, (context) => service.readAudiences(deps, context, 'goal', context.params.key));
  register(audienceByClient, (context) => service.readAudiences(deps, context, 'client', context.params.key));
  register(audienceByVendor, (context) => service.readAudiences(deps, context, 'vendor', context.params.key));
  register(campaignDaypartingGet, (context) => service.readHours(deps, context, context.params.key));
  register(campaignDaypartingSave, async (context) =>
    service.saveHours(deps, context, context.params.key, context.body),
  );
  register(campaignTrackingGet, (context) => readTracking(deps, context, context.params.key));
  register(campaignTrackingSave, async (context) => saveTracking(deps, context, context.params.key, context.body));
};
