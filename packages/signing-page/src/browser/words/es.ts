/** Everything that a page says in Spanish: its own sentences, and core's. */
import errors from '@countersign/core/errors/messages/errors.es.json' with { type: 'json' };
import { createWords } from '@countersign/core/words/core';
import names from '@countersign/core/words/messages/core.es.json' with { type: 'json' };
import steps from '@countersign/core/words/messages/steps.es.json' with { type: 'json' };
import afterwards from '../messages/afterwards.es.json' with { type: 'json' };
import escrow from '../messages/escrow.es.json' with { type: 'json' };
import escrows from '../messages/escrows.es.json' with { type: 'json' };
import page from '../messages/page.es.json' with { type: 'json' };
import sign from '../messages/sign.es.json' with { type: 'json' };
import wallet from '../messages/wallet.es.json' with { type: 'json' };
import { pageWords } from './catalogue.ts';

export const core = createWords({ core: names, steps, errors });
export const es = pageWords({ ...page, ...sign, ...escrows, ...escrow, ...afterwards, ...wallet });
