/** What went wrong, and what is not allowed. */
export {};
