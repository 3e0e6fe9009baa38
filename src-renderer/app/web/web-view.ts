import '../../text/parts/model.ts';

export { ModelView } from '../../features/model/preview/model-view.tsx';
/** A model within another page. */
export { WebFiles } from './web-files.tsx';
