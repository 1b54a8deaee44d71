import { apiKeyList, apiKeyMake, apiKeyRotate, apiKeyShut } from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import { type ApiKeyDeps, makeApiKey, readApiKeys, rotateApiKey, shutApiKey } from './api-keys.service.ts';

export const apiKeyRoutes = (register: Register, deps: ApiKeyDeps): void => {
  register(apiKeyList, (caller) => readApiKeys(deps, caller));
  register(apiKeyMake, ({ body, ...caller }) => makeApiKey(deps, caller, body));
  register(apiKeyRotate, ({ body, ...caller }) => rotateApiKey(deps, caller, body));
  register(apiKeyShut, ({ body, ...caller }) => shutApiKey(deps, caller, body.apiKey));
};
