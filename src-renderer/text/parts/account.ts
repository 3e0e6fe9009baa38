import { account } from '../en/account.ts';
import { access } from '../en/account-access.ts';
import { addTexts } from '../text.ts';

addTexts({ access, account });
