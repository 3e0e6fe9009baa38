/** The markers of a JPEG around a scan of `scanBytes` grey pixels, with its own thumbnail end in its header. */
export function sampleJpeg(scanBytes = 64): Buffer {
  const thumbnail = Buffer.from([0xff, 0xe1, 0x00, 0x0a, 1, 2, 0xff, 0xd8, 3, 4, 0xff, 0xd9]);
  const scan = Buffer.concat([Buffer.from([0xff, 0xda, 0x00, 0x02]), Buffer.alloc(scanBytes, 0x55)]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), thumbnail, scan, Buffer.from([0xff, 0xd9])]);
}

export function sampleWebp(contentBytes = 32): Buffer {
  const head = Buffer.from('RIFF\0\0\0\0WEBPVP8 ', 'latin1');
  head.writeUInt32LE(head.length - 8 + contentBytes, 4);
  return Buffer.concat([head, Buffer.alloc(contentBytes)]);
}
