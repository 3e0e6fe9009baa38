import { admin } from '../en/admin.ts';
import { addTexts } from '../text.ts';

addTexts({ admin });
