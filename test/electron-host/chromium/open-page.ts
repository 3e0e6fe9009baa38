import type { Cdp, CdpSession } from './connect-cdp.ts';

export type Page = {
  readonly targetId: string;
  readonly frameId: string;
  readonly session: CdpSession;
  readonly resize: (size: { readonly width: number; readonly height: number }) => Promise<void>;
};

/** Opens an empty Chromium window whose content area has exactly the size given in pixels. */
export async function openPage(
  { root, session }: Cdp,
  size: { readonly width: number; readonly height: number },
): Promise<Page> {
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    newWindow: true,
    ...size,
  });
  const { windowId } = await root.send('Browser.getWindowForTarget', { targetId });
  const resize: Page['resize'] = async ({ width, height }) => {
    await root.send('Browser.setContentsSize', { windowId, width, height });
  };
  await resize(size);
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const page = session(sessionId);
  const { frameTree } = await page.send('Page.getFrameTree');
  return { targetId, frameId: frameTree.frame.id, session: page, resize };
}
