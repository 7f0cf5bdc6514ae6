/** The explanation of a transaction in Spanish, in parts. */
export * from './contracts.ts';
export * from './operations.ts';
export * from './transaction.ts';
