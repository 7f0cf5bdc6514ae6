/** The English that only the signing page needs. */
import { deal, signers, status } from '../words/en/sign.ts';
import { addEnglish } from '../words/words.ts';

addEnglish({ deal, signers, status });
