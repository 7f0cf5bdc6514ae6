/** Lists of escrows, and what is suggested while somebody types. */
export {};
