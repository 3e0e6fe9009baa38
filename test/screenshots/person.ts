import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from 'playwright';

/** Somebody who tries the pages for the first time, with the mouse or with the keyboard alone. */
export type Person = {
  readonly page: Page;
  /** Clicks and keys so far, without what is typed into fields. */
  readonly presses: () => number;
  /** Presses a control; `arrows` leads to it from the stop of its group. */
  readonly use: (control: Locator, arrows?: string) => Promise<void>;
  /** Selects a card: the arrows do as they move. */
  readonly choose: (card: Locator, arrows: string) => Promise<void>;
  /** Picks an option of a list. */
  readonly pick: (list: Locator, option: string) => Promise<void>;
  /** Goes to a field and writes into it. */
  readonly write: (field: Locator, text: string) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  /** Saves a picture of what is shown. */
  readonly look: (name: string) => Promise<void>;
};

const mostPresses = 60;
const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement);

/** The next key on the way to a control: inside its group of controls an arrow, else Tab. */
const isInGroup = (control: Locator) =>
  control.evaluate((element) => {
    const group = element.closest('[role=toolbar], [role=grid], aside, table') ?? element.closest('nav');
    return group?.contains(document.activeElement) === true;
  });

export function createPerson(page: Page, way: 'mouse' | 'keyboard', folder: string): Person {
  let presses = 0;
  let pictures = 0;
  mkdirSync(folder, { recursive: true });
  const press = async (key: string) => {
    presses += 1;
    await page.keyboard.press(key);
  };
  /** Whether the key moved the focus. */
  const move = async (key: string) => {
    const before = await page.evaluateHandle(() => document.activeElement);
    await press(key);
    return !(await page.evaluate((element) => element === document.activeElement, before));
  };
  const reach = async (control: Locator, arrows?: string) => {
    await control.waitFor();
    let key = arrows;
    for (let tries = 0; !(await hasFocus(control)); tries += 1) {
      if (tries > mostPresses) throw new Error(`${String(control)} cannot be reached by keyboard`);
      if (key === undefined || !(await isInGroup(control))) await press('Tab');
      else if (!(await move(key))) key = undefined; // these have a stop each
    }
  };
  const click = async (control: Locator) => {
    presses += 1;
    await control.click();
  };
  return {
    page,
    presses: () => presses,
    press,
    use: async (control, arrows) => {
      if (way === 'mouse') return click(control);
      await reach(control, arrows);
      const isBox = await control.evaluate((element) => element.matches('[type=checkbox], [type=radio]'));
      await press(isBox ? 'Space' : 'Enter');
    },
    choose: async (card, arrows) => {
      if (way === 'mouse') await click(card);
      else await reach(card, arrows);
    },
    pick: async (list, option) => {
      if (way === 'keyboard') {
        await reach(list);
        await page.keyboard.type(option.split(' ')[0] ?? option);
      } else {
        await click(list);
        await press('Escape');
        await list.selectOption(option); // where a person clicks instead
      }
      await page.waitForLoadState('networkidle');
    },
    write: async (field, text) => {
      if (way === 'mouse') await click(field);
      else await reach(field);
      await page.keyboard.type(text);
    },
    look: async (name) => {
      pictures += 1;
      const file = `${String(pictures).padStart(2, '0')}-${name}.png`;
      await page.screenshot({ path: path.join(folder, file) });
    },
  };
}
