/** The explanation of a transaction in English, in parts. */
export * from './accounts.ts';
export * from './calls.ts';
export * from './claims.ts';
export * from './contracts.ts';
export * from './deploy.ts';
export * from './envelope.ts';
export * from './operations.ts';
export * from './signatures.ts';
export * from './values.ts';
export * from './whole.ts';
