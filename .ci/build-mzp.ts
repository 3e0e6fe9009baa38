import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';

const script = path.resolve(import.meta.dirname, '../plugins/3dsmax/free3d_installer.ms');
const scriptName = path.basename(script);

/** The version that the 3ds Max starter names, in double quotes and once. */
export function readMaxVersion(): string {
  const [, version, second] = readFileSync(script, 'utf8').split(/\bversion = "(\d+\.\d+\.\d+[^"]*)"/);
  if (version === undefined || second === undefined) throw new Error(`${script} names no version = "x.y.z"`);
  return version;
}

type Entry = { readonly name: string; readonly content: Buffer };

/** What local and central headers of a stored entry have in common; the time is that of all reproducible archives. */
function describeEntry({ name, content }: Entry): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(20, 0);
  fields.writeUInt16LE(0x0800, 2);
  fields.writeUInt16LE(0x21, 8);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(content.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(Buffer.byteLength(name), 22);
  return fields;
}

const signature = (third: number, fourth: number) => Buffer.of(0x50, 0x4b, third, fourth);

/** A ZIP without compression: same content, same bytes. */
export function zipStored(entries: readonly Entry[]): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const fields = describeEntry(entry);
    const local = Buffer.concat([signature(3, 4), fields, Buffer.from(entry.name), entry.content]);
    const more = Buffer.alloc(14);
    more.writeUInt32LE(offset, 10);
    centrals.push(Buffer.concat([signature(1, 2), Buffer.of(20, 0), fields, more, Buffer.from(entry.name)]));
    locals.push(local);
    offset += local.length;
  }
  const central = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, central, signature(5, 6), end]);
}

/** What 3ds Max does with an .mzp: `drop` when it is dragged into a viewport, `run` from the menu. */
const renderRun = (version: string) =>
  [
    'name "Lodestock"',
    `description "Lodestock ${version}: find a model and bring it into the scene"`,
    'version 1',
    `run "${scriptName}"`,
    `drop "${scriptName}"`,
    'clear temp on MAX exit',
    '',
  ].join('\r\n');

/** What 3ds Max reads in ApplicationPlugins; both codes stay the same for ever. */
const renderPackage = (version: string) => `<?xml version="1.0" encoding="utf-8"?>
<ApplicationPackage SchemaVersion="1.0" AutodeskProduct="3ds Max" ProductType="Application" Name="Lodestock"
  Description="Find a model and bring it into the scene" AppVersion="${version}" FriendlyVersion="${version}"
  ProductCode="{8C7B1F0E-52B4-4F0B-9A58-0C4D3B0D6A11}" UpgradeCode="{2E9D5A86-7B43-4C7D-8F0A-6B1C9E2F4D22}">
  <CompanyDetails Name="Lodestock" />
  <Components Description="post-start-up scripts parts">
    <RuntimeRequirements OS="Win64" Platform="3ds Max" SeriesMin="2021" SeriesMax="2027" />
    <ComponentEntry AppName="Lodestock" Version="${version}" ModuleName="./Contents/${scriptName}" />
  </Components>
</ApplicationPackage>
`;

/** Writes `lodestock.mzp`, which a person drags into a viewport, and gives its path. */
export function buildMzp(outDir: string): string {
  const target = path.join(outDir, 'lodestock.mzp');
  mkdirSync(outDir, { recursive: true });
  const entries = [
    { name: 'mzp.run', content: Buffer.from(renderRun(readMaxVersion())) },
    { name: scriptName, content: readFileSync(script) },
  ];
  writeFileSync(target, zipStored(entries));
  return target;
}

/** Writes the folder that belongs into `%APPDATA%\Autodesk\ApplicationPlugins`, and gives its path. */
export function buildMaxPackage(outDir: string): string {
  const folder = path.join(outDir, 'Lodestock');
  mkdirSync(path.join(folder, 'Contents'), { recursive: true });
  writeFileSync(path.join(folder, 'PackageContents.xml'), renderPackage(readMaxVersion()));
  writeFileSync(path.join(folder, 'Contents', scriptName), readFileSync(script));
  return folder;
}
