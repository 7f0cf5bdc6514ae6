/** What a transaction says that was prepared elsewhere. */
export {};
