import { type Page } from '@playwright/test';

/** Emails whose recipient or text contains these words, newest first. Other jobs send emails meanwhile, hundreds at midnight. */
export const mailsWith = async (page: Page, words: string): Promise<string[]> => {
  const html = await (await page.request.get('/dev/mail', { params: { search: words } })).text();
  return html.split('<article>').slice(1);
};
