import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright';
import sharp from 'sharp';
import '../../src-renderer/text/parts/all.ts';
import { languages, showLanguage } from '../../src-renderer/text/text.ts';
import { findViolations } from '../src-renderer/site/axe.ts';
import { findChromium, openBrowser } from '../src-renderer/site/open-browser.ts';
import { openPlaces, type Places } from './places.ts';
import type { Shot } from './shot.ts';
import { shots } from './shots.ts';
import { type Picture, writeGallery } from './write-gallery.ts';

/**
 * Takes a picture of every page and state, in both themes and at three widths, and puts them on one page:
 * `npm run screenshots`, or `npm run screenshots -- --only model,admin --width 390 --theme dark` for some of them;
 * `--text 200` for people who set their text to twice the size, `--language de` for another language.
 * `--axe` also lets axe judge each of them; `--readme` takes those of the README instead. The models are real ones where they are next to the project, else the demo library.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    width: { type: 'string' },
    theme: { type: 'string' },
    text: { type: 'string', default: '100' },
    language: { type: 'string', default: 'en' },
    readme: { type: 'boolean', default: false },
    axe: { type: 'boolean', default: false },
  },
});
const language = languages.find((name) => name === values.language) ?? 'en';
const root = path.resolve(import.meta.dirname, '../..');
const folder = values.readme ? path.join(root, 'docs/images') : path.join(root, 'test-results/screenshots');
const heights: Readonly<Record<number, number>> = { 390: 844, 1280: 800, 1920: 1080 };
const themes = ['light', 'dark'] as const;
type Look = { readonly theme: (typeof themes)[number]; readonly width: number };

function listLooks(shot: Shot): readonly Look[] {
  if (values.readme) return shot.readme === undefined ? [] : [{ theme: shot.readme, width: 1280 }];
  return themes
    .filter((theme) => values.theme === undefined || theme === values.theme)
    .flatMap((theme) => Object.keys(heights).map((width) => ({ theme, width: Number(width) })))
    .filter(({ width }) => values.width === undefined || values.width.split(',').includes(String(width)));
}

const isWanted = ({ name }: Shot) =>
  values.only === undefined || values.only.split(',').some((part) => name.includes(part));

/** Waits until no picture is on its way and nothing moves on its own. */
async function settle(page: Page) {
  await page.waitForFunction(() =>
    [...document.images].every((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return image.complete || bottom < 0 || top > window.innerHeight; // far away, they wait
    }),
  );
  await page.evaluate(() =>
    Promise.allSettled(
      [...document.images].filter(({ complete }) => complete).map((image) => image.decode()),
    ),
  );
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  );
}

async function take(browser: Browser, places: Places, shot: Shot, look: Look): Promise<Picture> {
  const { theme, width } = look;
  const size = values.text === '100' ? '' : `-text-${values.text}`;
  const spoken = language === 'en' ? '' : `-${language}`;
  const name = values.readme ? `${shot.name}-${theme}` : `${shot.name}-${width}-${theme}${size}${spoken}`;
  const file = path.join(folder, `${name}.webp`);
  const context = await browser.newContext({
    viewport: { width, height: heights[width] ?? 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: language,
    baseURL: places.baseUrlOf(shot),
    storageState: { cookies: [...places.cookiesOf(shot)], origins: [] },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await places.prepare(page, shot);
    await shot.open(page, places);
    await settle(page);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    const quality = values.readme ? 82 : 75;
    await sharp(await page.screenshot())
      .webp({ quality, effort: 6 })
      .toFile(file);
    const violations = values.axe ? await findViolations(page) : [];
    await shot.close?.(page);
    return {
      ...look,
      shot: shot.name,
      file: path.basename(file),
      fault: [...(overflow > 0 ? [`${overflow} px too wide`] : []), ...violations].join('; ') || null,
    };
  } catch (error) {
    return { ...look, shot: shot.name, file: null, fault: String(error).split('\n')[0] ?? '' };
  } finally {
    await context.close();
  }
}

const chromium = findChromium();
if (chromium === null) throw new Error('Screenshots need Chromium or Chrome. Install one, then try again.');
if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
if (values.readme) for (const shot of shots) rmSync(path.join(folder, `${shot.name}.png`), { force: true });
await showLanguage(language); // in which the shots name what they press
const places = await openPlaces();
// As the setting of the browser does it, which media queries in em follow.
const textSize = `--blink-settings=defaultFontSize=${(16 * Number(values.text)) / 100}`;
const browser = await openBrowser(chromium, [textSize]);
const pictures: Picture[] = [];
try {
  for (const shot of shots.filter(isWanted))
    for (const look of listLooks(shot)) {
      const picture = await take(browser, places, shot, look);
      pictures.push(picture);
      if (picture.fault !== null)
        console.error(`${shot.name}, ${look.width}, ${look.theme}: ${picture.fault}`);
    }
} finally {
  await browser.close();
  await places.close();
}
const taken = pictures.filter(({ file }) => file !== null).length;
const gallery = values.readme ? folder : writeGallery(folder, pictures);
console.log(`${taken} of ${pictures.length} pictures in ${gallery}`);
if (pictures.some(({ file }) => file === null)) process.exitCode = 1;
