/** What is wrong with a field of an input, in Spanish. */
export const problemText = (problem: string): string => problem;
