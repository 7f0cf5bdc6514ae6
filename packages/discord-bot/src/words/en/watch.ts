/** What is announced of an escrow. */
export {};
