import { type BrowserContext, type BrowserContextOptions, expect, test as base } from '@playwright/test';
import { setClock } from './set-clock.ts';
import { clearContext } from './warm-context.ts';

interface WarmContext {
  context: BrowserContext;
  baseURL: string;
}

/**
 * Every test also checks that its pages threw no errors and violated no content security policy. A worker's tests share a context that is
 * cleared between them: its cache keeps the product's code, which saves a second on each first page. A test with its own server gets a new
 * context.
 */
export const test = base.extend<{ quiet: void }, { warm: WarmContext }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser);
      browser.newContext = async (options) => {
        const context = await newContext(options);
        await setClock(context);
        return context;
      };
      await use(browser);
    },
    { scope: 'worker' },
  ],
  warm: [
    async ({ browser }, use, { project }) => {
      const { baseURL = '', viewport } = project.use as BrowserContextOptions;
      const context = await browser.newContext({ baseURL, viewport: viewport ?? null });
      await use({ context, baseURL });
      await context.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ browser, warm, baseURL, permissions }, use) => {
    if (baseURL !== warm.baseURL) {
      const context = await browser.newContext({ baseURL: baseURL ?? '' });
      await use(context);
      await context.close();
      return;
    }
    if (permissions) await warm.context.grantPermissions(permissions);
    await use(warm.context);
    await clearContext(warm.context, warm.baseURL);
  },
  page: async ({ context, viewport }, use) => {
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
  },
  quiet: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      await page.exposeFunction('__reportViolation', (text: string) => problems.push(text));
      await page.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
          const { __reportViolation: report } = window as unknown as { __reportViolation: (text: string) => void };
          report(`CSP: ${event.effectiveDirective} refused ${event.blockedURI} ${event.sample}`);
        });
      });
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
export { expect };
