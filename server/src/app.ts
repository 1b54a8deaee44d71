import { ownerRoutes } from './features/owners/owners.routes.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { createKernel, type Kernel, type KernelDeps } from './http/kernel.ts';
import { addDevMailPage } from './shared/dev-mail-page.ts';

export interface AppDeps extends KernelDeps {
  secret: Buffer;
}

/** The whole product as one server that does not listen yet. The only file that names every feature. */
export const buildApp = async (deps: AppDeps): Promise<Kernel> => {
  const kernel = await createKernel(deps);
  sessionRoutes(kernel.register, deps);
  ownerRoutes(kernel.register, deps);
  if (!deps.config.production) addDevMailPage(kernel.app, deps.db);
  return kernel;
};
