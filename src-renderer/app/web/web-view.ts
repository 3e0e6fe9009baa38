import '../../text/parts/model.ts';

/** A model within another page. */
export { ModelView } from '../../features/model/model-view.tsx';
