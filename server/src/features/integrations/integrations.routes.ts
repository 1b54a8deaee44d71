import { type Register } from '../../http/register.ts';
import { type ApiKeyDeps, makeApiKey, readApiKeys, rotateApiKey, shutApiKey } from './api-keys/api-keys.service.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';
import { type WebhookFeatureDeps } from './webhooks/webhooks.service.ts';
import { apiKeyList, apiKeyMake, apiKeyRotate, apiKeyShut } from '@paceline/contract';

const apiKeyRoutes = (register: Register, deps: ApiKeyDeps): void => {
  register(apiKeyList, (caller) => readApiKeys(deps, caller));
  register(apiKeyMake, ({ body, ...caller }) => makeApiKey(deps, caller, body));
  register(apiKeyRotate, ({ body, ...caller }) => rotateApiKey(deps, caller, body));
  register(apiKeyShut, ({ body, ...caller }) => shutApiKey(deps, caller, body.apiKey));
};

/** Routes that connect systems of the agency and of clients. */
export const integrationRoutes = (register: Register, deps: ApiKeyDeps & WebhookFeatureDeps): void => {
  apiKeyRoutes(register, deps);
  webhookRoutes(register, deps);
};
