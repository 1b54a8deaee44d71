import { leadPost, leadPrecheck, leadRelease } from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { AppError } from '../../lib/app-error.ts';
import { releaseLeads } from './hold/hold.service.ts';
import { keyRoutes } from './keys/keys.routes.ts';
import { type IntakeDeps, takePost } from './post.service.ts';
import { answerPrecheck } from './precheck.service.ts';

export const intakeRoutes = (register: Register, deps: IntakeDeps): void => {
  register(leadPost, ({ poster, scope, body, origin }) => takePost(deps, { poster, scope, body, origin }));
  register(leadPrecheck, ({ poster, scope, body, origin }) => answerPrecheck(deps, { poster, scope, body, origin }));
  register(leadRelease, ({ systemScope, session, origin, body, ownerKey }) => {
    if (systemScope === null) throw new AppError('NOT_FOUND');
    return releaseLeads(deps, systemScope, ownerKey, body.leadKeys, { userKey: session.userKey, origin });
  });
  keyRoutes(register, deps);
};
