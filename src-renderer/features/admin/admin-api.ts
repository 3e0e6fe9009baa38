import type { RouteName } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';

type OfOthersToo =
  | 'sources'
  | 'switchSource'
  | 'keptVersions'
  | 'cleanPublished'
  | 'posterStatus'
  | 'retryPosters'
  | 'starters'
  | 'pinStarter'
  | 'unpinStarter';

export type AdminApi = Api<Extract<RouteName, `admin${string}`> | OfOthersToo>;
