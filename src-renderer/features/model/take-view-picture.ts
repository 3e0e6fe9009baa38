/** Puts a picture into the clipboard, or saves it where the browser has none for pictures. */
export async function takeViewPicture(picture: Promise<Blob>, fileName: string): Promise<'copied' | 'saved'> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return 'copied';
  } catch {
    const address = URL.createObjectURL(await picture);
    const link = Object.assign(document.createElement('a'), { href: address, download: fileName });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return 'saved';
  }
}
