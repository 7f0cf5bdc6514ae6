/** The English of whose a page is, and of signing in, for pages that draw them. */
import wallet from '../messages/wallet.en.json' with { type: 'json' };
import { addEnglish } from './words.ts';

addEnglish(wallet);
