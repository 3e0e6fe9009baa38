const thisComputer = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** Schemes that browsers handle themselves, so that no app would receive the answer. */
const ofBrowsers = /^(about|blob|data|file|filesystem|ftp|javascript|mailto|vbscript|view-source|wss?):$/;

const knownHosts = new Set(['claude.ai', 'claude.com', 'chatgpt.com', 'vscode.dev', 'insiders.vscode.dev']);
const knownSchemes = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'zed:']);

const isHere = ({ protocol, hostname }: URL) => protocol === 'http:' && thisComputer.has(hostname);

/** Whether an app can use this return address: https, this computer, or a scheme of its own. */
export function isReturnAddress(text: string): boolean {
  if (!URL.canParse(text) || /[\s\\]/.test(text)) return false;
  const url = new URL(text);
  if (text.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:' || isHere(url)) return true;
  return url.protocol !== 'http:' && !ofBrowsers.test(url.protocol) && /^[a-z0-9+.-]+:\/\//i.test(text);
}

/** Whether the address is on the user's computer or of a well-known service. */
export function isKnownAddress(text: string): boolean {
  const url = new URL(text);
  return (
    isHere(url) || knownSchemes.has(url.protocol) || (url.protocol === 'https:' && knownHosts.has(url.host))
  );
}

/** Whether the address is registered; on this computer, any port is allowed (RFC 8252 section 7.3). */
export function isRegistered(asked: string, registered: readonly string[]): boolean {
  if (registered.includes(asked)) return true;
  if (!isReturnAddress(asked) || !isHere(new URL(asked))) return false;
  const portless = (text: string) => {
    const url = new URL(text);
    url.port = '';
    return url.href;
  };
  return registered.some((one) => isHere(new URL(one)) && portless(one) === portless(asked));
}
