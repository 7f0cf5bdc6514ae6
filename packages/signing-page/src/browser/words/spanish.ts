/** Everything that a page says in Spanish: its own words, and core's. */
export * as core from '@countersign/core/words/es';
export { es as page } from './es.ts';
