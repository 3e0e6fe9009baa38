import { approve } from '../en/account/approve.ts';
import { addTexts } from '../text.ts';

addTexts({ approve });
