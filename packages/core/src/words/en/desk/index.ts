/** The desk's English words. Kept apart from the others, which pages load too. */
import type { Language } from '../../language.ts';

export * from '../index.ts';
export * from './next.ts';
export * from './outcomes.ts';
export * from './refusals.ts';
export * from './status.ts';

export const language: Language = 'en';
