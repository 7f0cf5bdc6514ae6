/** Everything that a page says in Spanish: its own sentences, and core's. */
export { es as core } from '@countersign/core/words/es';

import afterwards from '../messages/afterwards.es.json' with { type: 'json' };
import escrow from '../messages/escrow.es.json' with { type: 'json' };
import escrows from '../messages/escrows.es.json' with { type: 'json' };
import page from '../messages/page.es.json' with { type: 'json' };
import sign from '../messages/sign.es.json' with { type: 'json' };
import { pageWords } from './catalogue.ts';

export const es = pageWords({ ...page, ...sign, ...escrows, ...escrow, ...afterwards });
