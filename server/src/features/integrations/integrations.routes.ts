import { type Register } from '../../http/register.ts';
import { apiKeyRoutes } from './api-keys/api-keys.routes.ts';
import { type ApiKeyDeps } from './api-keys/api-keys.service.ts';
import { webhookRoutes } from './webhooks/webhooks.routes.ts';
import { type WebhookFeatureDeps } from './webhooks/webhooks.service.ts';

/** What connects systems of the agency and of clients. */
export const integrationRoutes = (register: Register, deps: ApiKeyDeps & WebhookFeatureDeps): void => {
  apiKeyRoutes(register, deps);
  webhookRoutes(register, deps);
};
