/** Problems of input fields are English already. */
export const fieldProblemText = (problem: string): string => problem;
