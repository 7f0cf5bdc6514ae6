/** What the bot says in English, a file for each subject. Every other language is a folder with the same files and the same exports. */
export * as answers from './answers.ts';
export * as balances from './balances.ts';
export * as card from './card.ts';
export * as draft from './draft.ts';
export * as escrow from './escrow.ts';
export * as explain from './explain.ts';
export * as forms from './forms.ts';
export * as outcome from './outcome.ts';
export * as problems from './problems.ts';
export * as records from './records.ts';
export * as server from './server.ts';
export * as team from './team.ts';
export * as wallet from './wallet.ts';
export * as watch from './watch.ts';
