// What the app uses of Node 24 and an Electron with Node 20 lacks, and what Electron 33 does badly.
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import zlib from 'node:zlib';

URL.parse ??= (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);

// Electron 33 may crash as it ends. Its handler then waits for a process of the sandbox that waits for the handler, for ever.
if (process.type === 'browser') (await import('electron')).crashReporter.start = () => {};

if (tls.setDefaultCACertificates === undefined) {
  const isCertificate = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
  const readSystem = () =>
    readFileSync('/etc/ssl/certs/ca-certificates.crt', 'utf8').match(isCertificate) ?? [];
  const create = tls.createSecureContext;
  let trusted = tls.rootCertificates;
  tls.createSecureContext = (options) => create({ ...options, ca: options?.ca ?? [...trusted] });
  tls.setDefaultCACertificates = (certificates) => {
    trusted = certificates;
  };
  tls.getCACertificates = (kind = 'default') =>
    ({ default: trusted, bundled: tls.rootCertificates, system: readSystem(), extra: [] })[kind];
}

/** A frame of Zstandard with the bytes as they are: in blocks, each with its length and whether it is the last. */
function toFrame(bytes) {
  const header = Buffer.alloc(13);
  header.writeUInt32LE(0xfd2fb528);
  header[4] = 0xe0;
  header.writeBigUInt64LE(BigInt(bytes.length), 5);
  const parts = [header];
  for (let at = 0; at === 0 || at < bytes.length; at += 0x20000) {
    const block = bytes.subarray(at, at + 0x20000);
    const size = Buffer.alloc(4);
    size.writeUInt32LE((block.length << 3) | (at + block.length >= bytes.length ? 1 : 0));
    parts.push(size.subarray(0, 3), block);
  }
  return Buffer.concat(parts);
}
zlib.zstdCompress ??= (bytes, _options, done) => process.nextTick(done, null, toFrame(Buffer.from(bytes)));

/** What `await using` becomes: it takes what is to be closed, and closes it in reverse order. */
export default function createScope() {
  const none = {};
  const taken = [];
  return {
    e: none,
    a(value) {
      taken.unshift(value);
      return value;
    },
    async d() {
      for (const value of taken) await value?.[Symbol.asyncDispose]();
      if (this.e !== none) throw this.e;
    },
  };
}
