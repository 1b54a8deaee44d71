import {
  postingKeyList,
  postingKeyMake,
  postingKeyPartners,
  postingKeyRotate,
  postingKeyShut,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type KeyDeps, makeKey, readKeys, readPartners, rotateKey, shutKey } from './keys.service.ts';

export const keyRoutes = (register: Register, deps: KeyDeps): void => {
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
