import { z } from 'zod';

const isOrigin = (text: string) =>
  /^https?:\/\//.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Unique origins of web apps, separated by commas, as browsers write them. */
export const OriginList = z.string().transform((text, context) => {
  const origins = new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  );
  for (const origin of origins) {
    if (isOrigin(origin)) continue;
    const message = `"${origin}" is not an origin. Write only scheme, host and port, like https://tools.studio.lan`;
    context.addIssue({ code: 'custom', message });
  }
  return [...origins];
});

/** Names such as models and models.studio.lan, separated by commas. */
export const HostNameList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim().toLowerCase()))
  .pipe(
    z.array(
      z.string().regex(/^[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/, 'Write names like models, models.studio.lan'),
    ),
  );
