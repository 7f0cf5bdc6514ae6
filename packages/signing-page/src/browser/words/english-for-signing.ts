/** The English that only the signing page needs. */
import { deal, signers, status } from './en/sign.ts';
import { addEnglish } from './words.ts';

addEnglish({ deal, signers, status });
