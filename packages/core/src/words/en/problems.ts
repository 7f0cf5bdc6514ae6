/** What is wrong with a field of an input, as whoever found it says it. */
export const problemText = (problem: string): string => problem;
