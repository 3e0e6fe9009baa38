import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeZip } from '../server/files/archive/write-zip.ts';

const script = path.resolve(import.meta.dirname, '../plugins/3dsmax/free3d_installer.ms');
const scriptName = path.basename(script);

/** Reads the version of the 3ds Max starter, which appears exactly once in double quotes. */
export function readMaxVersion(): string {
  const [, version, second] = readFileSync(script, 'utf8').split(/\bversion = "(\d+\.\d+\.\d+[^"]*)"/);
  if (version === undefined || second === undefined) throw new Error(`${script} names no version = "x.y.z"`);
  return version;
}

/** Renders the instructions of an .mzp: `drop` runs when it is dragged into a viewport, `run` from the menu. */
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

/** Since 2025, menus are created by scripts that run before the menu bar is built. */
const renderComponents = (version: string, when: 'pre' | 'post', years: string) =>
  `  <Components Description="${when}-start-up scripts parts">
    <RuntimeRequirements OS="Win64" Platform="3ds Max" ${years} />
    <ComponentEntry AppName="Lodestock" Version="${version}" ModuleName="./Contents/${scriptName}" />
  </Components>`;

/** Renders what 3ds Max reads in ApplicationPlugins; both codes must never change. */
const renderPackage = (version: string) => `<?xml version="1.0" encoding="utf-8"?>
<ApplicationPackage SchemaVersion="1.0" AutodeskProduct="3ds Max" ProductType="Application" Name="Lodestock"
  Description="Find a model and bring it into the scene" AppVersion="${version}" FriendlyVersion="${version}"
  ProductCode="{8C7B1F0E-52B4-4F0B-9A58-0C4D3B0D6A11}" UpgradeCode="{2E9D5A86-7B43-4C7D-8F0A-6B1C9E2F4D22}">
  <CompanyDetails Name="Lodestock" />
${renderComponents(version, 'post', 'SeriesMin="2021" SeriesMax="2024"')}
${renderComponents(version, 'pre', 'SeriesMin="2025"')}
</ApplicationPackage>
`;

/** Writes `lodestock.mzp`, which users drag into a viewport, and returns its path. */
export function buildMzp(outDir: string): string {
  const target = path.join(outDir, 'lodestock.mzp');
  mkdirSync(outDir, { recursive: true });
  const entries = [
    { name: 'mzp.run', content: Buffer.from(renderRun(readMaxVersion())) },
    { name: scriptName, content: readFileSync(script) },
  ];
  writeFileSync(target, writeZip(entries));
  return target;
}

/** Writes the folder for `%APPDATA%\Autodesk\ApplicationPlugins`, and returns its path. */
export function buildMaxPackage(outDir: string): string {
  const folder = path.join(outDir, 'Lodestock');
  mkdirSync(path.join(folder, 'Contents'), { recursive: true });
  writeFileSync(path.join(folder, 'PackageContents.xml'), renderPackage(readMaxVersion()));
  writeFileSync(path.join(folder, 'Contents', scriptName), readFileSync(script));
  return folder;
}
