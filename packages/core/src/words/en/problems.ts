/** What is wrong with a field of an input or a transaction. Each sentence follows the field’s name. */
import type { DamagedPart, JsonType, WantedAddress } from '../../errors/problems.ts';
import { quoted } from '../../text/text.ts';
import { problemTextBy } from '../errors.ts';
import { transactionProblems } from './errors.ts';
import { ROLE_WORDS } from './words.ts';

const GIVE: Readonly<Record<WantedAddress, string>> = {
  account: 'give an account address (G…, 56 characters)',
  contract: 'give a contract address (C…, 56 characters)',
  either: 'give an account (G…) or contract (C…) address of 56 characters',
};

const JSON_TYPES: Readonly<Record<JsonType, string>> = {
  object: 'an object',
  list: 'a list',
  text: 'a text',
  number: 'a number',
  integer: 'a whole number',
  flag: 'true or false',
};

const TOO_MUCH = {
  characters: 'characters',
  special: 'characters outside plain ASCII',
  fields: 'fields and list entries',
} as const;

/** Values of a choice that need a word of explanation. */
const CHOICES: ReadonlyMap<string, string> = new Map([
  ['multi', 'multi (each milestone is paid on its own)'],
  ['single', 'single (all at once)'],
  ['escrow', 'escrow (its contract refuses changed terms)'],
  ['transfer', 'transfer (a plain payment)'],
]);

const oneOf = (values: readonly string[]): string => {
  const words = values.map((value) => CHOICES.get(value) ?? value);
  return words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`;
};
const closeTo = (names: readonly string[]): string => (names.length === 0 ? '' : `; close to it: ${names.join(', ')}`);
const milestones = (count: number): string => (count === 1 ? '1 milestone' : `${count} milestones`);
const number = (count: number): string => count.toLocaleString('en');

export const problemText = problemTextBy({
  // Of any field
  EMPTY: () => 'is empty',
  NOT_VALID: () => 'is not valid',
  WRONG_TYPE: ({ wanted }) => `must be ${JSON_TYPES[wanted]}`,
  NUMBER_OR_DECIMAL: () => 'must be a number or a decimal string like "10.5"',
  LESS_THAN: ({ least }) => `must be ${least} or more`,
  MORE_THAN: ({ most }) => `must be ${most} or less`,
  NOT_ONE_OF: ({ values }) => `must be ${oneOf(values)}`,
  CHOICE_MISSING: ({ values }) => `is missing; give ${oneOf(values)}`,
  NOT_EXACTLY_ONE: ({ fields, given }) =>
    `must have exactly one of ${fields.join(', ')}; ${given} ${given === 1 ? 'was' : 'were'} given`,
  UNKNOWN_FIELD: ({ of, meant }) =>
    `is not a field of ${of === 'call' ? 'this call' : 'the request'}; ${meant === undefined ? 'correct its name, or leave it out' : `the field is called ${meant}`}`,
  UNKNOWN_STEP_FIELD: ({ step, takes }) => `is not a field of ${step}, which takes ${takes.join(', ')}`,
  READ_FROM_LEDGER: () => 'is read from the ledger; leave it out',
  SET_BY_CONTRACT: () => 'is set by the contract later, not by a deploy; remove it',
  ROLE_TWICE: ({ other }) => `disagrees with ${other}, which names the same role; give one of them`,
  MORE_PROBLEMS: ({ count }) => `and ${count} more problems`,

  // Of the whole input
  TOO_DEEP: () => 'is nested too deeply',
  TOO_MUCH: ({ most, of }) =>
    `is more than is read: at most ${number(most)} ${TOO_MUCH[of]} in all; leave out what does not belong here`,
  SECRET: () => 'holds a secret',
  PHRASE: () => 'may be a recovery phrase; if it is a list of ordinary words, add a word to each row',
  SECRET_NAME: () => 'has a secret for its name',
  SECRET_IN_PARTS: () => 'hold a secret, cut into parts',
  NOT_PAGE_JSON: () => 'is not JSON as a page writes it',

  // Of texts
  TOO_LONG: ({ length, most }) => `has ${length} characters; at most ${most} are allowed`,
  LONGER_THAN: ({ most }) => `has more than ${most} characters`,
  TOO_MANY_WORDS: ({ most }) => `has more than ${most} words; give a few that matter`,
  HALF_CHARACTER: () => 'holds half of a character (a lone surrogate); write it again',
  CONTROL_CHARACTERS: () => 'holds control characters; remove them',
  STACKED_MARKS: () => 'stacks marks on a letter, which would cover other lines; remove them',
  INVISIBLE_CHARACTERS: ({ found }) => `holds invisible characters (${found.join(', ')}); remove them`,
  TEXTS_TOO_LONG: ({ length, most, why }) => {
    const room =
      why?.reports === undefined
        ? 'for one Stellar transaction'
        : `to leave room for reports on ${milestones(why.reports)}`;
    const excess = why === undefined ? '' : `all texts together have ${why.excess} too many ${room}; `;
    return `has ${length} characters; ${excess}shorten this one to ${most}`;
  },
  NOT_A_TIME: () => 'is not a date or time; write 2026-11-15 or 2026-11-15T09:00:00Z',

  // Of amounts, fees and units
  UNSAFE_NUMBER: () => 'has more digits than a number carries safely; write it as a string',
  NOT_A_DECIMAL: () => 'is not a decimal number; write it like "10.5"',
  TWO_READINGS: ({ thousands, decimal }) => `can mean ${thousands} or ${decimal}; write the one that is meant`,
  CURRENCY_SIGN: ({ sign }) =>
    `has ${sign}, which no token has; write the amount alone, or with the token, like 150 USDC`,
  OTHER_UNIT: () => 'names something other than the token of this escrow; write the amount alone',
  PERCENT_AS_AMOUNT: () => 'is a percentage; write the amount in tokens',
  NOT_A_WHOLE_NUMBER: () => 'is not a whole number of 0 or more',
  NOT_AN_AMOUNT: () => 'is not an amount in token units, like 150 or 0.5',
  NEGATIVE: () => 'is negative',
  ZERO_AMOUNT: () => 'is zero; the contract refuses a milestone without an amount',
  TOO_MANY_DECIMALS: ({ decimals, cut }) =>
    `has more decimals than the token has (${decimals})${cut === undefined ? '' : `; ${cut} would do`}`,
  TOO_LARGE: () => 'is larger than the contract can hold',
  SUM_TOO_LARGE: () => 'add up to more than the contract can hold',
  ASSET_TOO_LARGE: ({ most }) => `is more than an account can hold of a Stellar asset, ${most}`,
  ASSET_SUM_TOO_LARGE: ({ most }) => `add up to more than an account can hold of a Stellar asset, ${most}`,
  NOT_THE_TOTAL: () => 'is not the total that is shown',
  FEE_NEGATIVE: () => 'is negative; a fee is a percentage from 0 to 99',
  FEE_TOO_FINE: () =>
    'is finer than a basis point (0.01 %), the finest fee the contract stores; give at most two decimals',
  FEE_FAR_TOO_HIGH: () => 'is far above 99 %, the most the contract takes',
  FEE_TOO_HIGH: ({ fee, meant }) =>
    `is ${fee} %, above 99 %, the most the contract takes${meant === undefined ? '' : `; if ${fee} basis points were meant, that is ${meant}`}`,
  NOT_A_MULTIPLIER: () => 'is not a unit multiplier; give 10000000 for a token with 7 decimals',
  NOT_A_POWER_OF_TEN: () => 'is not a power of ten up to 1000000000; give 10000000 for a token with 7 decimals',
  DECIMALS_AS_MULTIPLIER: ({ decimals, multiplier }) =>
    `is a unit multiplier, not a number of decimals; for a token with ${decimals} decimals write ${multiplier}`,
  OTHER_DECIMALS: ({ given, decimals, code = 'the token itself', multiplier }) =>
    `is ${given}, but ${code} has ${decimals} decimals; ${multiplier === undefined ? 'an escrow cannot be of a token as fine as that' : `write ${multiplier}`}`,
  DECIMALS_OF_SERVICE: ({ given, decimals, multiplier }) =>
    `is ${given}, but this escrow service only takes tokens with ${decimals} decimals; write ${multiplier}, or choose another token`,
  MEMO_TOO_LARGE: ({ most }) => `is above ${most}, the largest memo that an escrow can hold`,
  MEMO_NOT_TAKEN: () => 'cannot be given to this escrow service; leave it out',

  // Of addresses and tokens
  ADDRESS_EMPTY: ({ wanted }) => `is empty; ${GIVE[wanted]}`,
  NOT_AN_ADDRESS: ({ wanted }) => `is not a Stellar address; ${GIVE[wanted]}`,
  SEED_AS_ADDRESS: ({ wanted }) => `is a secret seed, which must never be given to anyone; ${GIVE[wanted]}`,
  ACCOUNT_AS_ADDRESS: ({ wanted }) => `is an account (G…); ${GIVE[wanted]}`,
  CONTRACT_CANNOT_SIGN: ({ wanted }) => `is a contract (C…), but only an account can sign; ${GIVE[wanted]}`,
  FEDERATED_ADDRESS: ({ wanted }) =>
    `is a federated address (name*domain), and its domain can name another account at any time; ${GIVE[wanted]}`,
  MUXED_ADDRESS: () => 'is a muxed address (M…), which the escrow cannot hold; give the G address of its account',
  ADDRESS_IN_SPACE: () => 'has white space around it; give it without',
  ADDRESS_IN_LOWER_CASE: () =>
    'is written in lower case; addresses are all upper case, so copy it again from the wallet',
  ADDRESS_CHECKSUM: () => 'has a wrong checksum, so at least one character is wrong; copy it again from the wallet',
  OWN_ACCOUNT_MISSING: () => 'is missing; give the G address of your own account',
  UNKNOWN_ISSUER: ({ network, known }) =>
    `is an issuer that is not known on ${network}; give the token’s contract (C…). Known here: ${known.map(({ code, address }) => `${code} ${address}`).join(', ')}`,
  UNKNOWN_TOKEN: ({ network, known, close }) =>
    `is not a token known on ${NETWORKS[network]} (known: ${known.join(', ')}); give the token’s contract${closeTo(close)}`,
  UNNAMED_ASSET: ({ code }) =>
    `is ${code}, and it is not known how this escrow service wants it named; choose a token that an account issued`,
  UNKNOWN_ASSET_CONTRACT: () =>
    'is not the contract of a Stellar asset whose code and issuer are known here, and this escrow service needs both; choose a token that an account issued',
  UNKNOWN_ASSET_ISSUER: () =>
    'is an issuer whose token is not known here; give the token’s contract (C…), from which its code and issuer are known',
  NO_ASSET_CONTRACT: ({ network }) =>
    `is not the contract of an asset that an account issued on ${network}, so there is no trustline for it`,
  ISSUER_GONE: ({ issuer }) =>
    `is of an issuer that does not exist any more (${issuer}), so the network would refuse a trustline`,
  NEEDS_NO_TRUSTLINE: ({ code }) => `is ${code}, which needs no trustline`,
  ISSUER_NEEDS_NO_TRUSTLINE: () => 'is the signer’s own, and an issuer needs no trustline for it',

  // Of names
  UNKNOWN_NAME: ({ close }) => `is neither an address nor a name that is known here${closeTo(close)}`,
  NAME_WITHOUT_ADDRESS: () => 'has no valid address in the address book; remove the name and add it again',
  NOT_IN_ADDRESS_BOOK: () => 'is not in the address book',
  ADDRESS_BOOK_FULL: ({ most }) => `cannot be added: the address book has ${most} names already`,
  LOOKS_LIKE_NAME: ({ name, isRemoved }) =>
    `is, or looks like, the name ${quoted(name)}${isRemoved ? ', which was removed in the last 7 days' : ''}; choose another one`,
  NAME_LOOK_ALIKES: () => 'holds characters that look like other ones; write plain letters',
  NAME_OTHER_SIGN: () => 'holds a sign that looks like another one; write plain letters',
  NAME_LETTERS: () => 'must begin with a letter, and hold letters, digits, single spaces and . - _ ’ alone',
  NAME_INVISIBLE: () => 'holds a character that cannot be seen; write it again without',
  NAME_SPACES: () => 'holds several spaces in a row',
  NAME_IS_OURS: () =>
    'is, or looks like, a word by which Countersign’s own sentences call somebody; choose another name',
  NAME_LIKE_ADDRESS: () => 'looks like a part of an address',
  NAME_ALPHABETS: () => 'mixes letters of several alphabets, or holds one that is in no usual name; write it in one',

  // Of lists
  NO_MILESTONES: () => 'needs at least one milestone',
  NO_ADDED_MILESTONES: () => 'needs at least one milestone; leave it out to add none',
  TOO_MANY_MILESTONES: ({ most }) => `has too many milestones; the contract takes at most ${most}`,
  NO_ROOM_FOR_MILESTONES: ({ count, most, single }) =>
    `has ${milestones(count)}; one Stellar transaction has room for ${most}, with short texts${single ? '; a single release, which is paid all at once, has room for more' : ''}`,
  NO_SHARES: () => 'needs at least one share',
  TOO_MANY_SHARES: ({ most }) => `has too many shares; the contract pays at most ${most} at once`,
  SHARE_TWICE: () => 'is there twice; add the two shares up',
  NO_ADDRESSES: () => 'needs at least one escrow address',
  TOO_MANY_ADDRESSES: ({ most }) => `has more than ${most} addresses; ask in several calls`,
  NO_ESCROWS: () => 'needs at least one escrow',
  TOO_MANY_ESCROWS: ({ most }) => `has more than ${most} escrows; follow the others by another call`,

  // Of an escrow and what is done with it
  ANOTHER_RECEIVER: ({ of }) =>
    of === 'single'
      ? 'is another receiver, but a single-release escrow pays one receiver; give one, or choose multi release'
      : 'is another receiver, but the escrow service here pays one receiver for all milestones; give one, or make an escrow for each',
  KIND_NOT_MADE: ({ kind }) => `is ${kind}, and the escrow service here makes multi-release escrows alone`,
  ESCROW_RENEWED: ({ now }) =>
    `is an earlier address of an escrow that was renewed; its address is now ${now}. Ask again with that address`,
  NO_CONTRACT_THERE: ({ network }) => `is an address with no contract on ${network}, or with one that is archived`,
  ESCROW_UNREAD: () => 'could not be read from the ledger; pay it by the way transfer',
  STEPS_UNKNOWN: () => 'is an escrow of a kind whose steps cannot be prepared here',
  ESCROW_TWICE: () => 'names the escrow too; leave one of the two out',
  ESCROW_ITSELF: () => 'is the escrow itself',
  PAYEE_IS_TOKEN: () => 'is the contract of the token, which can pay nothing out again; name the wallet to be paid',
  PAYEE_IS_FACTORY: () =>
    'is the contract that makes escrows, which can pay nothing out again; name the wallet to be paid',
  PAYS_NO_WALLET: ({ address }) =>
    `would pay ${address}, a contract that can pay nothing out again; first its platform must name a wallet instead`,
  OTHER_TOKEN: ({ token }) => `differs from the escrow’s token, which is ${token}; it can be left out`,
  NOT_OWN_TOKEN: ({ token }) => `is not the escrow’s own token, ${token}`,
  TRANSFER_ALONE: () => 'must be transfer: the contract of this escrow is not known to compare its terms',
  HELD_UNKNOWN: () => 'is missing, and what the escrow holds could not be read',
  NOTHING_NEEDED: ({ held, needed, unit }) =>
    `is missing, and the escrow needs nothing more: it holds ${held} ${unit}, and needs ${needed}`,
  PAYER_HOLDS_LESS: ({ held, unit }) =>
    `is more than the payer holds${held === undefined ? ` in ${unit}` : `: ${held} ${unit}`}`,
  PAYER_WITHOUT_TRUSTLINE: ({ unit }) =>
    `has no trustline for ${unit}, so it holds none; add it in the wallet, or pay from another account`,
  SIGNER_MISSING: ({ parties }) =>
    `is missing; it is one of these: ${parties.map(({ role, address }) => `${ROLE_WORDS[role]} ${address}`).join(', ')}`,
  NOT_A_MILESTONE: () => 'must be the number of a milestone, counted from 1',
  MILESTONE_TWICE: () => 'is there twice; name each milestone once',
  ONE_MILESTONE: ({ step, several }) =>
    `is for ${several.join(' and ')} alone; ${step} takes one milestone at a time, in the field milestone`,
  MILESTONE_OR_SEVERAL: () => 'cannot be given beside milestone; give one of the two',
  MILESTONE_MISSING: ({ count }) => `is missing; name one from 1 to ${count}`,
  NO_SUCH_MILESTONE: ({ count }) => `must be from 1 to ${count}`,
  PAID_AT_ONCE: () => 'must be left out: this escrow is paid out at once',
  DAYS: ({ most }) => `must be a number of days, from 1 to ${most}`,
  OWN_AMOUNT_MISSING: () => 'is missing: each milestone is paid on its own',
  AMOUNT_OF_EACH_MILESTONE: () => 'must be left out: each milestone has its own',
  AMOUNT_OF_ALL_MILESTONES: () => 'must be left out: this escrow has one amount for all milestones',
  RECEIVER_OF_ALL_MILESTONES: () => 'must be left out: this escrow has one receiver, among its roles',
  RECEIVER_OF_EACH_MILESTONE: () => 'must be left out: each milestone names its own receiver',
  EVIDENCE_OF_REPORT: () => 'belongs to change-status alone',
  ID_ALONE: () =>
    'renews what was prepared under it, and goes alone: leave the other fields out. For a new or corrected request leave the id out, and give every field',
  ID_IS_ADDRESS: () =>
    'is an address; an id is what was returned when something was prepared here. Give the address of an escrow in the field for it',
  DAMAGED_PART: ({ id, part }) => `${id} is damaged: ${DAMAGED_PARTS[part]}`,
  ID_OF_ANOTHER: ({ id, isElsewhere }) =>
    `is the id of another escrow than this transaction’s${id === undefined ? '' : ` (${id})`}${isElsewhere ? ' (prepared elsewhere)' : ''}`,

  ...transactionProblems,
});

/** What is wrong with a stored record, after its id. */
export const DAMAGED_PARTS: Readonly<Record<DamagedPart, string>> = {
  request: 'its request cannot be read',
  transaction: 'its transaction cannot be read',
  mismatch: 'its request and its transaction differ',
  warnings: 'its warnings cannot be read',
  terms: 'the terms that a wallet agreed to cannot be read',
  names: 'its names cannot be read',
  state: 'its state cannot be read',
  outcome: 'its outcome cannot be read',
  times: 'its times cannot be read',
};

const NETWORKS = { sandbox: 'the sandbox', testnet: 'testnet', public: 'the public network' } as const;
