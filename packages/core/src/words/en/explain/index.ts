/** The explanation of a transaction in English, in parts. */
export * from './contracts.ts';
export * from './operations.ts';
export * from './transaction.ts';
