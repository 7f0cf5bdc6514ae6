/** Everything that the pages say in Spanish: their own sentences, and core’s. */
import errors from '@countersign/core/errors/messages/errors.es.json' with { type: 'json' };
import { createWords } from '@countersign/core/words/core';
import names from '@countersign/core/words/messages/core.es.json' with { type: 'json' };
import steps from '@countersign/core/words/messages/steps.es.json' with { type: 'json' };

export { default as page } from '../../messages/page.es.json' with { type: 'json' };
export const core = createWords({ core: names, steps, errors });
