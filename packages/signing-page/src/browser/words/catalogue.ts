/** The sentences of the pages, with their types. A page carries those of its own (assets/sentences-of-page.ts). */
import type { Catalogue } from '@countersign/core/text/message';
import type { PageParameters } from '../../messages/page.parameters.ts';

export type PageJson = typeof import('../../messages/page.en.json', { with: { type: 'json' }});
export type PageWords = Catalogue<PageJson, PageParameters>;
