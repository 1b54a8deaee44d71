import { type Page } from '@playwright/test';

/** The mails to, or with, these words, newest first, as the server shows them. Others write mails meanwhile, at midnight hundreds. */
export const mailsWith = async (page: Page, words: string): Promise<string[]> => {
  const html = await (await page.request.get('/dev/mail', { params: { search: words } })).text();
  return html.split('<article>').slice(1);
};
