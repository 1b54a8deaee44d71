import { callAsPage, freshName } from '../support/accounts.ts';
import { expectAccessible } from '../support/axe.ts';
import { ownerInAddress, signInFor } from '../support/sign-in.ts';
import { takeScreens } from '../support/screens.ts';
import { expect, test } from '../support/test.ts';
import { OTHER_OWNER } from '../support/users.ts';

interface Source {
  publisherSourceKey: number;
  sourceTag: string;
  displayName: string;
  allowed: boolean;
}

test(
  'a source is blocked from its report with a reason, its next post is refused, and it is unblocked again',
  { tag: '@journey' },
  async ({ page }) => {
    const reason = freshName('No consent');
    await signInFor(page, OTHER_OWNER, '/s/cl/insights');
    await expect(page.getByRole('heading', { name: 'Reports', level: 1, exact: true })).toBeVisible();
    const ownerKey = ownerInAddress(page);
    const searched = await callAsPage(page, `/ag/${ownerKey}/campaign/search`, {
      channel: ['ppl'],
      status: 'LIVE',
      limit: 200,
    });
    const { rows: campaigns } = searched.data as { rows: { campaignKey: number }[] };
    // A campaign whose sample lead would be accepted now, and a source of it.
    let chosen: { campaignKey: number; post: Record<string, string>; source: Source } | null = null;
    const trial = async (campaignKey: number, post: Record<string, string>): Promise<string> => {
      const { status, data } = await callAsPage(page, `/ag/campaign/${campaignKey}/lead/trial`, { post });
      expect(status).toBe(200);
      return JSON.stringify(data);
    };
    for (const { campaignKey } of campaigns) {
      const sample = await callAsPage(page, `/ag/campaign/${campaignKey}/lead/trial/sample`);
      const sources = await callAsPage(page, `/ag/campaign/${campaignKey}/sources/list`);
      if (sample.status !== 200 || sources.status !== 200) continue;
      const source = (sources.data as { sources: Source[] }).sources.find(({ allowed }) => allowed);
      if (source === undefined) continue;
      const post = { ...(sample.data as { post: Record<string, string> }).post, publisherSource: source.sourceTag };
      if ((await trial(campaignKey, post)).includes('SOURCE_BLOCKED')) continue;
      chosen = { campaignKey, post, source };
      break;
    }
    if (chosen === null) throw new Error('The demo has no campaign with a source');
    const { campaignKey, post, source } = chosen;

    await page.goto(`/#/s/cl/insights/reports/publishersources/${campaignKey}`);
    await expect(page.getByRole('heading', { name: 'Publisher Sources', level: 1, exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Block source', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Block a source of this campaign', exact: true });
    await dialog.getByRole('combobox', { name: 'Source', exact: true }).selectOption(String(source.publisherSourceKey));
    await dialog.getByRole('textbox', { name: 'Reason', exact: true }).fill(reason);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: `Block ${source.sourceTag}`, exact: true }).click();
    await expect(dialog).toHaveCount(0);
    const blocked = page.getByRole('region', { name: 'Blocked sources', exact: true });
    await expect(blocked.getByText(`${source.sourceTag}: ${reason}`, { exact: true })).toBeVisible();
    await takeScreens(page, 'blocked-source');
    expect(await trial(campaignKey, post)).toContain('SOURCE_BLOCKED');

    await blocked.getByRole('button', { name: `Unblock ${source.sourceTag}`, exact: true }).click();
    await expect(blocked.getByText(`${source.sourceTag}: ${reason}`, { exact: true })).toHaveCount(0);
    expect(await trial(campaignKey, post)).not.toContain('SOURCE_BLOCKED');
  },
);
