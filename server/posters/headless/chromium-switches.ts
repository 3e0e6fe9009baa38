/**
 * What Chromium would load next to each window: web pages for the list and the panel under its address bar. Without a
 * screen they stay closed, and they cost as much processor time and memory as a page of ours.
 */
const unseenFeatures: readonly string[] = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'];

/** Playwright's list, repeated because Chromium follows only the last `--disable-features`. */
const offForPlaywright: readonly string[] = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** Starts Chromium without what only a person at its window would see. */
export const withoutUnseen = `--disable-features=${[...offForPlaywright, ...unseenFeatures].join(',')}`;
