/** Problems of input fields are English already. */
export const problemText = (problem: string): string => problem;
