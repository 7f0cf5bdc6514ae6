/** What every language says. `all.ts` holds each to it, so a sentence that is missing is a type error. */
export type Words = typeof import('./en/index.ts');
/** Of one language, for summaries of transactions. */
export type SummaryWords = Words['summaryWords'];
