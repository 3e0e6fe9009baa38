import '../../text/parts/model.ts';

/** A model within another page. */
export { ModelView } from '../../features/model/preview/model-view.tsx';
