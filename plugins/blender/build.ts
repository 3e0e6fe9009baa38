import { buildBlenderExtension } from './build-extension.ts';

const [outDir = 'dist/plugins/blender'] = process.argv.slice(2);
const { name, sha256 } = buildBlenderExtension(outDir);
console.log(`${outDir}/${name}  ${sha256}`);
