/** Width and height that a picture claims, before it is decoded. */
export type PictureSize = { readonly width: number; readonly height: number };

type Reader = (view: DataView) => PictureSize | null;

const textAt = (view: DataView, at: number, length: number) =>
  String.fromCharCode(...Array.from({ length }, (_value, index) => view.getUint8(at + index)));
const uint24 = (view: DataView, at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);

const readPng: Reader = (view) =>
  view.getUint32(0) === 0x89504e47 && textAt(view, 12, 4) === 'IHDR'
    ? { width: view.getUint32(16), height: view.getUint32(20) }
    : null;

/** True for markers that contain the picture's size: all of C0-CF except tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

const readJpeg: Reader = (view) => {
  if (view.getUint16(0) !== 0xffd8) return null;
  let at = 2;
  for (;;) {
    // Any number of fill bytes can precede a marker.
    while (view.getUint8(at) === 0xff && view.getUint8(at + 1) === 0xff) at += 1;
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    if (isFrame(marker)) return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    at += 2 + view.getUint16(at + 2);
  }
};

const readWebp: Reader = (view) => {
  if (textAt(view, 0, 4) !== 'RIFF' || textAt(view, 8, 4) !== 'WEBP') return null;
  const kind = textAt(view, 12, 4);
  if (kind === 'VP8X') return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
};

/** Returns the largest picture that an AVIF is composed of, or the whole. */
const readAvif: Reader = (view) => {
  if (textAt(view, 4, 4) !== 'ftyp') return null;
  const sizes: PictureSize[] = [];
  for (let at = 8; at + 16 <= Math.min(view.byteLength, 65_536); at += 1)
    if (view.getUint32(at) === 0x69737065)
      sizes.push({ width: view.getUint32(at + 8), height: view.getUint32(at + 12) });
  return sizes.reduce<PictureSize | null>(
    (most, size) => (most && most.width * most.height > size.width * size.height ? most : size),
    null,
  );
};

const readKtx2: Reader = (view) => {
  if (view.getUint32(0) !== 0xab4b5458) return null;
  const [width = 1, height = 1, depth = 1, layers = 1, faces = 1] = [20, 24, 28, 32, 36].map((at) =>
    Math.max(1, view.getUint32(at, true)),
  );
  return { width, height: height * depth * layers * faces };
};

const readers = [readPng, readJpeg, readWebp, readKtx2, readAvif];

/** Returns null unless it is a PNG, JPEG, WebP, AVIF or KTX2 long enough to contain its size. */
export function readPictureSize(bytes: ArrayBuffer): PictureSize | null {
  const view = new DataView(bytes);
  for (const read of readers) {
    try {
      const size = read(view);
      if (size) return size;
    } catch {
      // Too short to be of this kind.
    }
  }
  return null;
}
