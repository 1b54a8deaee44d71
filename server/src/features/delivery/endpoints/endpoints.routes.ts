import {
  deliveryEndpointGet,
  deliveryEndpointList,
  deliveryEndpointPause,
  deliveryEndpointProbe,
  deliveryEndpointSave,
  deliveryEndpointTest,
  deliveryHealthList,
  deliveryHostKeyForget,
  deliveryStatus,
} from '@paceline/contract';
import { type Register } from '../../../http/register.ts';
import {
  type EndpointDeps,
  forgetKey,
  getEndpoint,
  getEndpoints,
  pauseEndpoint,
  saveEndpoint,
  testEndpoint,
} from './endpoints.service.ts';
import { getHealth, getStatus, probeEndpoint } from './health.service.ts';

export const endpointRoutes = (register: Register, deps: EndpointDeps): void => {
  register(deliveryEndpointList, ({ scope, ownerKey }) => getEndpoints(deps, scope, ownerKey));
  register(deliveryEndpointGet, ({ scope, ownerKey, params }) =>
    getEndpoint(deps, scope, ownerKey, params.endpointKey),
  );
  register(deliveryEndpointSave, ({ ownerKey, body, ...caller }) => saveEndpoint(deps, caller, ownerKey, body));
  register(deliveryEndpointPause, ({ ownerKey, body, ...caller }) => pauseEndpoint(deps, caller, ownerKey, body));
  register(deliveryHostKeyForget, ({ ownerKey, body, ...caller }) =>
    forgetKey(deps, caller, ownerKey, body.endpointKey),
  );
  register(deliveryHealthList, ({ scope }) => getHealth(deps, scope));
  register(deliveryStatus, ({ scope, ownerKey }) => getStatus(deps, scope, ownerKey));
  register(deliveryEndpointProbe, ({ ownerKey, body, ...caller }) =>
    probeEndpoint(deps, caller, ownerKey, body.endpointKey),
  );
  register(deliveryEndpointTest, ({ ownerKey, body, ...caller }) =>
    testEndpoint(deps, caller, ownerKey, body.endpointKey),
  );
};
