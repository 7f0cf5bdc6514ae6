/** What became of what was prepared. */
export {};
