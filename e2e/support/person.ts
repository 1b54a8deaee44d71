import { type Locator, type Page } from '@playwright/test';

/** Seconds to find a place, press it, and type a character: slower than measured for people who know a form. */
const SECONDS = { toFind: 3, toPress: 1, toType: 0.4 };

/** A simulated user whose clicks and keys are counted. */
export class Person {
  readonly page: Page;
  presses = 0;
  fields = 0;
  characters = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async press(target: Locator): Promise<void> {
    this.presses += 1;
    await target.click();
  }

  async type(target: Locator, text: string): Promise<void> {
    this.fields += 1;
    this.characters += text.length;
    await target.fill(text);
  }

  async choose(target: Locator, option: string | { label: string }): Promise<void> {
    this.fields += 1;
    this.presses += 1;
    await target.selectOption(option);
  }

  /** Selects from a list that opens on a click. */
  async pick(label: string, option: string): Promise<void> {
    await this.press(this.page.getByRole('combobox', { name: label }));
    await this.press(this.page.getByRole('listbox', { name: label }).getByRole('option', { name: option }));
  }

  button(name: string): Promise<void> {
    return this.press(this.page.getByRole('button', { name, exact: true }));
  }

  link(name: string): Promise<void> {
    return this.press(this.page.getByRole('link', { name, exact: true }));
  }

  box(name: string, text: string): Promise<void> {
    return this.type(this.page.getByRole('textbox', { name, exact: true }), text);
  }

  /** Opens a page by the left menu, opening its section if needed. */
  async menu(section: string, label: string): Promise<void> {
    const menu = this.page.getByRole('navigation', { name: 'Main' });
    const button = menu.getByRole('button', { name: section, exact: true });
    if ((await button.getAttribute('aria-expanded')) === 'false') await this.press(button);
    await this.press(menu.getByRole('link', { name: label, exact: true }));
  }

  get seconds(): number {
    return Math.round(
      (this.presses + this.fields) * (SECONDS.toFind + SECONDS.toPress) + this.characters * SECONDS.toType,
    );
  }
}
