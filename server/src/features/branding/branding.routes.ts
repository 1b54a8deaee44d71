import { agencyBrandingSave, brandingAt, brandingShown, ownerBrandingGet, ownerBrandingSave } from '@paceline/contract';
import { type FastifyInstance } from 'fastify';
import { addLogoRoute } from '../../http/docs/logo-route.ts';
import { type Register } from '../../http/register.ts';
import { LOGO_PATH } from '../../shared/branding.ts';
import {
  type BrandingDeps,
  readAt,
  readBranding,
  readLogo,
  readShown,
  saveAgencyBranding,
  saveOwnerBranding,
} from './branding.service.ts';

export const brandingRoutes = (app: FastifyInstance, register: Register, deps: BrandingDeps): void => {
  register(ownerBrandingGet, ({ scope, ownerKey }) => readBranding(deps, scope, ownerKey));
  register(ownerBrandingSave, ({ body, ownerKey, ...caller }) => saveOwnerBranding(deps, caller, ownerKey, body));
  register(agencyBrandingSave, ({ body, ...caller }) => saveAgencyBranding(deps, caller, body));
  register(brandingShown, ({ scope, ownerKey }) => readShown(deps, scope, ownerKey));
  register(brandingAt, ({ query }) => readAt(deps, query.address));
  addLogoRoute(app, LOGO_PATH, (hash) => readLogo(deps, hash));
};
