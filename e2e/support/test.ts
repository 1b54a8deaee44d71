import { expect, test as base } from '@playwright/test';

/** Every test also proves that its pages threw nothing and asked for nothing that the content security policy refuses. */
export const test = base.extend<{ quiet: void }>({
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
