import { share } from '../en/share.ts';
import { addTexts } from '../text.ts';

addTexts({ share });
