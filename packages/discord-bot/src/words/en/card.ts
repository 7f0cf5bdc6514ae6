/** What is to be signed: cards, their buttons and warnings. */
export {};
