import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { buildDemo } from './.ci/demo/build-demo.ts';
import { styleFirstFrame } from './.ci/first-frame.ts';
import { latinCode } from './.ci/latin-code.ts';
import { namedBreakpoints } from './.ci/named-breakpoints.ts';
import { listBundled } from './.ci/package/list-bundled.ts';
import { outsideBundles } from './.ci/package/outside.ts';
import { groupPages } from './.ci/page-chunks.ts';
import { listPageParts } from './.ci/page-parts.ts';
import { precompress } from './.ci/precompress.ts';
import { buildManifests } from './.ci/starters/build-manifests.ts';
import { buildStarters } from './.ci/starters/build-starters.ts';
import { withoutEval } from './.ci/without-eval.ts';
import { entries } from './server/base/threads/entries.ts';

const root = import.meta.dirname;
const from = (file: string) => path.join(root, file);
const serverEntries = Object.fromEntries(
  Object.entries(entries).map(([name, file]) => [name, from(`server/${file}`)]),
);

const notePackages = (name: string) => listBundled(name, root, from('dist/packages'));

/** The server reads its migrations, word lists, guides, WebAssembly modules and the plugin starters as files. */
const copyServerFiles: Plugin = {
  name: 'copy-server-files',
  applyToEnvironment: (environment) => environment.name === 'server',
  closeBundle() {
    cpSync(from('server/base/db/migrations'), from('dist/server/migrations'), { recursive: true });
    const shared = 'postgres-migrations';
    cpSync(from(`server/shared-accounts/postgres/${shared}`), from(`dist/server/${shared}`), {
      recursive: true,
    });
    for (const file of ['synonyms.txt', 'concepts.txt.gz'])
      cpSync(from(`server/catalogue/search/analysis/${file}`), from(`dist/server/${file}`));
    for (const file of ['basis_transcoder.js', 'basis_transcoder.wasm'])
      cpSync(from(`node_modules/three/examples/jsm/libs/basis/${file}`), from(`dist/server/${file}`));
    const runtime = 'ort-wasm-simd-threaded.wasm';
    const program = readFileSync(from(`node_modules/onnxruntime-web/dist/${runtime}`));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 }; // 14 MB become 3; a higher level takes twice as long
    writeFileSync(from(`dist/server/${runtime}.br`), brotliCompressSync(program, { params }));
    cpSync(from('server/starters/guides'), from('dist/server/guides'), { recursive: true });
    buildStarters(from('dist/starters'));
    buildManifests(from('dist/manifests'));
    buildDemo(from('dist/demo'));
  },
};

export default defineConfig({
  root: from('src-renderer'),
  base: './',
  plugins: [
    ...[
      react(),
      copyServerFiles,
      withoutEval,
      latinCode,
      listPageParts(root),
      precompress(from('dist/renderer/ui')),
    ],
    styleFirstFrame(from('src-renderer')),
    ...['client', 'main', 'preload', 'server'].map(notePackages),
  ],
  worker: { format: 'es', plugins: () => [notePackages('workers')] },
  builder: {},
  // Pages come from this computer or a studio's server, and load large parts on demand.
  build: { chunkSizeWarningLimit: 2000 },
  css: { postcss: { plugins: [namedBreakpoints] } },
  environments: {
    client: {
      build: {
        outDir: from('dist/renderer'),
        emptyOutDir: true,
        assetsDir: 'ui',
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: [
            from('src-renderer/index.html'),
            from('src-renderer/web.html'),
            from('src-renderer/posters.html'),
            from('src-renderer/share.html'),
            from('src-renderer/trouble.html'),
          ],
          output: { codeSplitting: { groups: [...groupPages(from('src-renderer'))] } },
        },
      },
    },
    main: {
      consumer: 'server',
      resolve: { noExternal: true, external: ['electron', ...outsideBundles] },
      build: {
        outDir: from('dist/main'),
        emptyOutDir: true,
        target: 'node24',
        minify: true,
        sourcemap: true,
        rolldownOptions: {
          input: {
            main: from('src-main/main.ts'),
            german: from('src-renderer/text/german-of-system.ts'),
            'hash-thread': from('src-main/platform/storage/hash-thread.ts'),
            'file-thread': from('src-main/downloads/staging/file-thread.ts'),
          },
          external: ['electron'],
          output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
        },
      },
    },
    preload: {
      consumer: 'server',
      resolve: { noExternal: true }, // a sandboxed preload cannot load packages
      build: {
        outDir: from('dist/preload'),
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        sourcemap: 'inline',
        rolldownOptions: {
          input: from('src-main/preload.ts'),
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
        },
      },
    },
    server: {
      consumer: 'server',
      resolve: { noExternal: true, external: [...outsideBundles] },
      build: {
        outDir: from('dist/server'),
        emptyOutDir: true,
        target: 'node24',
        minify: false,
        sourcemap: true,
        rolldownOptions: {
          input: {
            main: from('server/main.ts'),
            ...serverEntries,
          },
          output: {
            entryFileNames: '[name].js',
            chunkFileNames: '[name].js',
            // Names are kept for the stack traces of reports.
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
  },
});
