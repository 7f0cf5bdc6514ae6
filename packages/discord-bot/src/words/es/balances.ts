/** What escrows hold. */
export {};
