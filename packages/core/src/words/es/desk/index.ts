/** The words of Spanish that only a desk says. Apart from the others, which pages load as well. */
import type { Language } from '../../language.ts';

export * from '../index.ts';
export * from './next.ts';
export * from './outcomes.ts';
export * from './refusals.ts';
export * from './status.ts';

export const language: Language = 'es';
