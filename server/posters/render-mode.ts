import { AppError } from '../contract/errors.ts';
import type { PosterProgress } from '../contract/posters.ts';
import { besideEnglish, inTurn, sentence, textOf, type Words } from '../contract/sentence.ts';
import type { Sandbox } from './headless/sandbox.ts';

export type RenderMode = ReturnType<typeof createRenderMode>;

type Parts = {
  readonly isOn: boolean;
  readonly hasLibrary: boolean;
  readonly isExternal: boolean;
  readonly program: string | null;
  readonly programFault: () => Words | null;
  readonly pageUrl: () => string;
  readonly sandbox: Sandbox;
  /** What else to install, for models that no browser can draw. */
  readonly advice: () => string | null;
};

/** Tells who renders this server's posters, and what to do if nothing does. */
export function createRenderMode(parts: Parts) {
  const isOn = parts.isOn && parts.hasLibrary;
  let fault: Words | null = null;
  const readBrowser = (): Pick<PosterProgress, 'mode'> & { readonly message: Words } => {
    if (!parts.isOn)
      return { mode: 'off', message: 'No posters are rendered: LODESTOCK_POSTERS is set to off.' };
    if (!parts.hasLibrary)
      return { mode: 'off', message: 'This server has no library; its file hosts render the posters.' };
    if (parts.isExternal) return { mode: 'desktop', message: fault ?? 'The desktop app renders posters.' };
    if (parts.program === null)
      return {
        mode: 'waiting',
        message: sentence`Posters wait: no Chromium, Chrome or Edge was found. Install one, set LODESTOCK_CHROMIUM, or keep ${{ page: parts.pageUrl() }} open as an admin.`,
      };
    const { refusal, warning } = parts.sandbox;
    const wrong = refusal ?? parts.programFault() ?? fault;
    if (wrong === null) {
      const message = sentence`${{ browser: parts.program }} renders posters.`;
      return { mode: 'headless', message: warning ? inTurn(message, warning) : message };
    }
    const wait = sentence`Posters wait; keep ${{ page: parts.pageUrl() }} open as an admin.`;
    return { mode: 'waiting', message: inTurn(wrong, wait) };
  };
  return {
    isOn,
    read() {
      const { mode, message } = readBrowser();
      const advice = isOn ? parts.advice() : null;
      const words = advice === null ? message : inTurn(message, advice);
      return { mode, message: textOf(words), ...besideEnglish(words) };
    },
    /** Throws INVALID_INPUT if this server renders no posters. */
    requireOn() {
      if (isOn) return;
      throw new AppError('INVALID_INPUT', inTurn(readBrowser().message, 'No poster can be rendered again.'));
    },
    /** Sets why the renderer cannot work; null if it can. */
    setFault(next: Words | null) {
      fault = next;
    },
  };
}
