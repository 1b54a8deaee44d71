import { expectAccessible } from '../support/axe.ts';
import { freshName } from '../support/accounts.ts';
import { signInFor } from '../support/sign-in.ts';
import { expect, test } from '../support/test.ts';
import { AN_OWNER } from '../support/users.ts';

test(
  'an API key is created, works and is disabled; a webhook is created, tested and a message replayed',
  { tag: '@journey' },
  async ({ page, request }) => {
    const keyName = freshName('Warehouse');
    const ownerKey = await signInFor(page, AN_OWNER, '/s/cl/admin/integrations/apikeys');
    await expect(page.getByRole('heading', { name: 'API keys', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'New API key' }).click();
    const form = page.getByRole('dialog', { name: 'New API key' });
    await form.getByRole('button', { name: 'Create key' }).click();
    await expect(form.getByText('Give the key a name.')).toBeVisible();
    await form.getByLabel('Name').fill(keyName);
    await form.getByRole('group', { name: 'Rights' }).getByLabel('Search rights').fill('clients view');
    await form.getByRole('checkbox', { name: 'Clients: view' }).check();
    await expectAccessible(page);
    await form.getByRole('button', { name: 'Create key' }).click();
    const once = page.getByRole('dialog', { name: 'API key created' });
    const key = await once.locator('[data-secret]').innerText();
    await page.keyboard.press('Escape');
    await expect(once).toBeVisible();
    await once.getByRole('button', { name: 'Done' }).click();
    await expect(once).toHaveCount(0);
    await expect(page.getByText(key)).toHaveCount(0);

    const ask = () => request.get(`/api/ag/${ownerKey}/cl/list`, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).status()).toBe(200);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await expectAccessible(page);
    const keys = page.getByRole('list', { name: 'API keys' });
    await keys.getByRole('button', { name: `Disable ${keyName}` }).click();
    await page.getByRole('button', { name: 'Disable key' }).click();
    await expect(keys.getByRole('listitem').filter({ hasText: keyName })).toContainText('Disabled ');
    await expect(keys.getByRole('button', { name: `Disable ${keyName}` })).toHaveCount(0);
    expect((await ask()).status()).toBe(401);

    const hookName = freshName('CRM');
    await page.goto(`/#/s/cl/admin/integrations/webhooks?owner=${ownerKey}`);
    await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const editor = page.getByRole('dialog', { name: 'New webhook' });
    await editor.getByLabel('Name').fill(hookName);
    await editor.getByLabel('Address').fill('https://127.0.0.1/hook');
    await editor.getByRole('button', { name: 'Create webhook' }).click();
    await expect(editor.getByText('is not an address of the public internet')).toBeVisible();
    await editor.getByLabel('Address').fill('https://hooks.invalid/events');
    await expectAccessible(page);
    await editor.getByRole('button', { name: 'Create webhook' }).click();
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    await expect(secret.locator('[data-secret]')).toHaveText(/^whsec_/);
    await secret.getByRole('button', { name: 'Done' }).click();

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: 'light' });
    const row = page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: hookName });
    await row.getByRole('button', { name: 'Send test event' }).click();
    const log = page.getByRole('dialog', { name: `Log of ${hookName}` });
    await log.getByRole('button', { name: 'Details' }).click();
    await expect(log.getByText('"type":"test"')).toBeVisible();
    await expect(log.getByText('Try 1')).toBeVisible();
    await expectAccessible(page);
    await log.getByRole('button', { name: 'Replay all failed' }).click();
    await expect(page.getByText('No message to replay.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(log).toHaveCount(0);
    await row.getByRole('button', { name: `More for ${hookName}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Remove webhook' }).click();
    await expect(row).toHaveCount(0);
  },
);
