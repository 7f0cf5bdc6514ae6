/** Its name in the menu of a message, which Discord sends back. */
export const EXPLAIN_MESSAGE = 'Explain this XDR';
