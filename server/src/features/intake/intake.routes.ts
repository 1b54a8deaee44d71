import {
  leadPost,
  leadPrecheck,
  leadRelease,
  postingKeyList,
  postingKeyMake,
  postingKeyPartners,
  postingKeyRotate,
  postingKeyShut,
} from '@paceline/contract';
import { type Register } from '../../http/register.ts';
import { AppError } from '../../lib/app-error.ts';
import { releaseLeads } from './hold/hold.service.ts';
import { type IntakeDeps, takePost } from './post.service.ts';
import { answerPrecheck } from './precheck.service.ts';
import { type KeyDeps, makeKey, readKeys, readPartners, rotateKey, shutKey } from './keys/keys.service.ts';

const keyRoutes = (register: Register, deps: KeyDeps): void => {
  register(postingKeyPartners, ({ scope }) => readPartners(deps, scope));
  register(postingKeyList, ({ scope, params }) => readKeys(deps, scope, params.partner));
  register(postingKeyMake, ({ scope, origin, params, body }) => makeKey(deps, { scope, origin }, params.partner, body));
  register(postingKeyRotate, ({ scope, origin, params, body }) =>
    rotateKey(deps, { scope, origin }, params.partner, body),
  );
  register(postingKeyShut, ({ scope, origin, params, body }) =>
    shutKey(deps, { scope, origin }, params.partner, body.postingKey),
  );
};

export const intakeRoutes = (register: Register, deps: IntakeDeps): void => {
  register(leadPost, ({ poster, scope, body, origin }) => takePost(deps, { poster, scope, body, origin }));
  register(leadPrecheck, ({ poster, scope, body, origin }) => answerPrecheck(deps, { poster, scope, body, origin }));
  register(leadRelease, ({ systemScope, session, origin, body, ownerKey }) => {
    if (systemScope === null) throw new AppError('NOT_FOUND');
    return releaseLeads(deps, systemScope, ownerKey, body.leadKeys, { userKey: session.userKey, origin });
  });
  keyRoutes(register, deps);
};
