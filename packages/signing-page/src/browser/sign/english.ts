/** The English that only the signing page needs. */
import { deal } from '../words/en/deal.ts';
import { signers } from '../words/en/signers.ts';
import { status } from '../words/en/status.ts';
import { addEnglish } from '../words/words.ts';

addEnglish({ deal, signers, status });
