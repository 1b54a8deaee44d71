import { type BrowserContext } from '@playwright/test';

/** Clears a context except for its cache of immutable files. */
export const clearContext = async (context: BrowserContext, baseURL: string): Promise<void> => {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Storage.clearDataForOrigin', { origin: new URL(baseURL).origin, storageTypes: 'local_storage' });
  await Promise.all(context.pages().map((one) => one.close()));
  await context.unrouteAll();
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
};
