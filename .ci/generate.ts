import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { ConfigSchema } from '../server/config.ts';
import { routes } from '../server/contract/index.ts';
import { renderFlatPaper, renderPaper, renderWindowBackground } from './generate-colours.ts';
import {
  renderAdml,
  renderAdmx,
  renderMobileConfig,
  renderPolicyFile,
  renderPolicyTable,
} from './render-policy.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The renderer must not load zod, so it gets the addresses of the routes as plain data. */
function renderRouteMap() {
  const rows = Object.entries(routes).map(([name, route]) => {
    const query = 'query' in route ? Object.keys(route.query.shape) : [];
    const list = query.map((field) => `'${field}'`).join(', ');
    return `  ${name}: { method: '${route.method}', path: '${route.path}', query: [${list}] },`;
  });
  return [
    '// Made by `npm run generate` from server/contract. Do not edit.',
    '// biome-ignore format: one route per line',
    'export const routeMap = {',
    ...rows,
    '} as const;',
    '',
  ].join('\n');
}

/** Topics of the server's settings, in the order of the page; each setting is in the first group that matches. */
const settingGroups: readonly (readonly [title: string, name: RegExp])[] = [
  ['Accounts and publishing', /CATALOGUE|REGISTRATION|CREDIT|PRICE|PUBLISH/],
  ['The library', /LIBRARY|S3_|RECOGNISE|WATCH|QUIET|SCAN|DEMO$/],
  ['Levels, assets and posters', /LEVEL(?!$)S?$|LEVEL_FORMATS|BLENDER|POSTERS|CHROMIUM/],
  ['Semantic search', /EMBEDDINGS/],
  ['Several servers', /ROLE|SYNC|HOSTS$|PEERS|DATABASE|SERVER_KEY|DRAIN/],
  ['Addresses, certificates and proxies', /./],
];

function renderSetting(name: string, property: z.core.JSONSchema._JSONSchema, parsed: unknown): string {
  const { default: preset, enum: choices, description = '' } = typeof property === 'object' ? property : {};
  // A flag's default is visible only after parsing.
  const usual = preset ?? (typeof parsed === 'boolean' ? parsed : undefined);
  const others = choices?.filter((one) => one !== usual) ?? [];
  const isTold = others.every((one) => description.includes(`\`${one}\``));
  const shown = [usual ?? [], isTold ? [] : others].flat().map((value) => `\`${value}\``);
  return `| \`${name}\` | ${shown.join(', ')} | ${description} |`;
}

/** Renders the tables of settings in docs/admin/reference.md from the schema that parses them. */
function renderConfigTables() {
  const { properties = {} } = z.toJSONSchema(ConfigSchema, { io: 'input', unrepresentable: 'any' });
  const parsed: Readonly<Record<string, unknown>> = ConfigSchema.parse({});
  const groupOf = (name: string) => settingGroups.find(([, pattern]) => pattern.test(name))?.[0] ?? '';
  const rows = Object.groupBy(Object.keys(properties), groupOf);
  return settingGroups
    .map(([title]) => title)
    .toReversed()
    .map((title) => {
      const lines = (rows[title] ?? []).map((name) =>
        renderSetting(name, properties[name] ?? {}, parsed[name]),
      );
      return [
        `### ${title}`,
        '',
        '| Setting | Default, others | What it does |',
        '|---|---|---|',
        ...lines,
      ].join('\n');
    })
    .join('\n\n');
}

const replaceBetween = (text: string, name: string, inner: string) =>
  text.replace(new RegExp(`(<!-- ${name} -->)[\\s\\S]*?(<!-- /${name} -->)`), `$1\n${inner}\n$2`);

const outputs: Readonly<Record<string, (current: string) => string>> = {
  'src-renderer/api/route-map.generated.ts': renderRouteMap,
  'docs/admin/reference.md': (current) => replaceBetween(current, 'config', `\n${renderConfigTables()}\n`),
  'src-renderer/studio/paper.generated.ts': renderPaper,
  'server/posters/pictures/paper.generated.ts': renderFlatPaper,
  'src-main/app/window-background.generated.ts': renderWindowBackground,
  'deploy/policy/lodestock.admx': renderAdmx,
  'deploy/policy/en-US/lodestock.adml': renderAdml,
  'deploy/policy/lodestock.mobileconfig': renderMobileConfig,
  'deploy/policy/policies.json': renderPolicyFile,
  'docs/deployment.md': (current) => replaceBetween(current, 'policies', renderPolicyTable()),
};

const isCheck = process.argv.includes('--check');
for (const [file, render] of Object.entries(outputs)) {
  const target = path.join(root, file);
  const current = readFileSync(target, 'utf8');
  const next = render(current);
  if (current === next) continue;
  if (!isCheck) writeFileSync(target, next);
  console.log(isCheck ? `${file} is stale: run npm run generate` : `wrote ${file}`);
  if (isCheck) process.exitCode = 1;
}
