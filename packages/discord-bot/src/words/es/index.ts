/** What the bot says in Spanish; the glossary is in the words of core. `commands.ts` is what Discord registers. */
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
