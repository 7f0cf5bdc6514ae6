/** Everything that the page of an escrow says in Spanish. */
import errors from '@countersign/core/errors/messages/errors.es.json' with { type: 'json' };
import { createWords } from '@countersign/core/words/core';
import names from '@countersign/core/words/messages/core.es.json' with { type: 'json' };
import steps from '@countersign/core/words/messages/steps.es.json' with { type: 'json' };
import escrow from '../messages/escrow.es.json' with { type: 'json' };
import escrows from '../messages/escrows.es.json' with { type: 'json' };
import pageJson from '../messages/page.es.json' with { type: 'json' };
import wallet from '../messages/wallet.es.json' with { type: 'json' };

export const core = createWords({ core: names, steps, errors });
export const page = { ...pageJson, ...escrow, ...escrows, ...wallet };
