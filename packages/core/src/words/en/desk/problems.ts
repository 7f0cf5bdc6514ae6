/** What is wrong with a field of an input. It is written in English where it is found. */
export const fieldProblemText = (problem: string): string => problem;
