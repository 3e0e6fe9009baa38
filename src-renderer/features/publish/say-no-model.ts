import { t } from '../../text/text.ts';
import { chooseScene } from './local-source.ts';

/** Why nothing can be published yet: there is no scene file, or there is one that lacks something. */
export function sayNoModel(leftOut: readonly { readonly path: string }[]): string {
  const scene = chooseScene(leftOut.map(({ path }) => ({ relativePath: path, sizeBytes: 0 })));
  return scene === null ? t('publish.noModel') : t('publish.modelLacks');
}
