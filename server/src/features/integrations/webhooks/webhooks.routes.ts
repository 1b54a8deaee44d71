import {
  webhookList,
  webhookMessageGet,
  webhookMessageList,
  webhookPause,
  webhookRemove,
  webhookReplay,
  webhookRotate,
  webhookSave,
  webhookTest,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import {
  pauseWebhook,
  readMessage,
  readMessages,
  readWebhooks,
  removeWebhook,
  replay,
  rotateSecret,
  saveWebhook,
  testWebhook,
  type WebhookFeatureDeps,
} from './webhooks.service.ts';

export const webhookRoutes = (register: Register, deps: WebhookFeatureDeps): void => {
  register(webhookList, (caller) => readWebhooks(deps, caller));
  register(webhookSave, ({ body, ...caller }) => saveWebhook(deps, caller, body));
  register(webhookRotate, ({ body, ...caller }) => rotateSecret(deps, caller, body));
  register(webhookPause, ({ body, ...caller }) => pauseWebhook(deps, caller, body));
  register(webhookRemove, ({ body, ...caller }) => removeWebhook(deps, caller, body.webhookKey));
  register(webhookTest, ({ body, ...caller }) => testWebhook(deps, caller, body.webhookKey));
  register(webhookReplay, ({ body, ...caller }) => replay(deps, caller, body));
  register(webhookMessageList, ({ params, query, ...caller }) => readMessages(deps, caller, params.webhookKey, query));
  register(webhookMessageGet, ({ params, ...caller }) =>
    readMessage(deps, caller, params.webhookKey, params.messageKey),
  );
};
