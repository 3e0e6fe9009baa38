import '../../text/parts/model.ts';

export { ModelView } from '../../features/model/preview/model-view.tsx';
export { WebFiles } from './web-files.tsx';
