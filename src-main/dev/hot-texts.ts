import type { EnvironmentModuleNode, Plugin } from 'vite';

const messages = /\/src-renderer\/text\/(en|de)\//;
const part = /\/src-renderer\/text\/parts\/\w+\.ts$/;
const german = '/src-renderer/text/de/german.ts';
/** React can hot-replace only modules that export nothing but components. */
const hasOnlyComponents = ({ file, transformResult }: EnvironmentModuleNode) =>
  file?.endsWith('.tsx') && !/^export (?:const|function) [a-z]/m.test(transformResult?.code ?? '');

/** Shows changed texts without a reload: re-runs the module that adds them, and React re-renders what uses texts. */
export const hotTexts: Plugin = {
  name: 'hot-texts',
  apply: 'serve',
  transform(code, id) {
    if (part.test(id)) return `${code}\nimport.meta.hot.accept();`;
    if (!id.endsWith(german)) return null;
    const add = `addTexts(changed.german, 'de')`;
    return `${code}\nimport { addTexts } from '/text/text.ts';\nimport.meta.hot.accept((changed) => ${add});`;
  },
  hotUpdate({ file, modules }) {
    if (this.environment.name !== 'client' || !messages.test(file)) return undefined;
    const text = `${file.split(messages)[0]}/src-renderer/text/text.ts`;
    const users = [...(this.environment.moduleGraph.getModulesByFile(text) ?? [])]
      .flatMap((module) => [...module.importers])
      .filter((module) => module.isSelfAccepting && hasOnlyComponents(module));
    return [...modules, ...users];
  },
};
