import { leadTestSend, leadTrial, leadTrialSample } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type IntakeDeps } from '../post.service.ts';
import { sendTest } from './send-test.service.ts';
import { readSample, tryLead } from './trial.service.ts';

export const trialRoutes = (register: Register, deps: IntakeDeps): void => {
  register(leadTrial, ({ params, body, systemScope, session, origin }) =>
    tryLead(deps, { campaignKey: params.key, scope: systemScope, session, requestId: origin.requestId }, body),
  );
  register(leadTrialSample, ({ params, systemScope, session, origin }) =>
    readSample(deps, { campaignKey: params.key, scope: systemScope, session, requestId: origin.requestId }),
  );
  register(leadTestSend, ({ params, systemScope, session, origin }) =>
    sendTest(deps, { campaignKey: params.key, scope: systemScope, session, origin }),
  );
};
