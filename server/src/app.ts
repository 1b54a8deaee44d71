import { ownerRoutes } from './features/owners/owners.routes.ts';
import { partnerRoutes } from './features/partners/partners.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { userRoutes } from './features/users/users.routes.ts';
import { createKernel, type Kernel, type KernelDeps } from './http/kernel.ts';
import { addDevMailPage } from './shared/dev-mail-page.ts';

export interface AppDeps extends KernelDeps {
  secret: Buffer;
}

/** The whole product as one server that does not listen yet. The only file that names every feature. */
export const buildApp = async (deps: AppDeps): Promise<Kernel> => {
  const kernel = await createKernel(deps);
  const { app, register, rateLimits } = kernel;
  sessionRoutes(register, { ...deps, rateLimits });
  userRoutes(register, deps);
  ownerRoutes(register, deps);
  partnerRoutes(register, deps);
  if (!deps.config.production) addDevMailPage(app, deps.db);
  return kernel;
};
