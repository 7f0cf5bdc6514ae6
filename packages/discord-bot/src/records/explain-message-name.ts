/** In the menu of a message, and by which it comes back. */
export const EXPLAIN_MESSAGE = 'Explain this XDR';
