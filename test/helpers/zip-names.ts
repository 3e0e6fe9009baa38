/** The names in the central directory of a ZIP, in its order. */
export function readZipNames(zip: Buffer): string[] {
  const signature = Buffer.from('PK\u0001\u0002', 'latin1');
  const names: string[] = [];
  for (let at = zip.indexOf(signature); at >= 0; at = zip.indexOf(signature, at + 46)) {
    const length = zip.readUInt16LE(at + 28);
    names.push(zip.toString('utf8', at + 46, at + 46 + length));
  }
  return names;
}
