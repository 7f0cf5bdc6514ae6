/** People’s own wallets. */
export {};
