/** Calls, creations and values of contracts: of any, of tokens and escrows, and the deploy of an escrow. */
import type { Difference } from '../../../errors/differences.ts';
import type { Problem } from '../../../errors/problems.ts';
import { differenceText } from '../errors.ts';
import { fieldWords } from '../names.ts';
import { problemText } from '../problems.ts';

export const whichDoes = (words: string, authorisation: string): string => `${words}; it ${authorisation}`;
export const uploadsCode = (bytes: number, hash: string): string =>
  `Uploads contract code of ${bytes} bytes, with the hash ${hash}`;

export const ifFor = (contract: string, network: string): string =>
  `${contract} (if the transaction is for ${network})`;
export const constructedWith = (values: string): string => `, constructed with (${values})`;
export const createsTokenContract = (asset: string, at: string): string =>
  `Creates the token contract of ${asset} at ${at}`;
export const createsContract = (owner: string, salt: string, at: string, code: string): string =>
  `Creates a contract of ${owner} with the salt ${salt} at ${at}, with ${code}`;
export const theCode = (hash: string): string => `the code ${hash}`;
export const CODE_OF_ASSET: string = 'the code of a classic asset’s token';
export const codeOf = (name: string, owner: string): string =>
  `the code ${name} of ${owner}, who can replace it at any time`;

export const NO_AUTHORISATION: string = 'has no authorisation';
export const ONLY_THIS_CALL: string = 'authorises only this call';
export const moreThanThisCall = (entries: number): string =>
  `authorises more than this call (${entries} ${entries === 1 ? 'entry' : 'entries'}, see the warnings)`;
export const alsoCarries = (who: string, allowed: string): string =>
  `also carries an authorisation: ${who} allows ${allowed}`;
export const THIS_CALL: string = 'this call';
export const THIS_AND_BELOW: string = 'this call, and below it';
export const ANOTHER_CALL: string = 'another call';
export const ANOTHER_AND_BELOW: string = 'another call, and below it';
type ByItself = { address: string; isSigned: boolean; delegates: number; until: number };
export const byItself = ({ address, isSigned, delegates, until }: ByItself): string =>
  `${address} (by itself: ${isSigned ? 'a signature that was not checked here' : 'not signed'}${delegates === 0 ? '' : `, through ${delegates} others`}, until ledger ${until})`;

/** Calls of tokens and escrows, by the function's name and its arguments. */

export const callsUnknownToken = (name: string, contract: string, does: string): string =>
  `Calls ${name} of contract ${contract}, which is no token known here; by that name it ${does}`;
export const callOfToken = (does: string, name: string, code: string, contract: string): string =>
  `${does} (${name} of the ${code} contract ${contract})`;
export const calls = (name: string, contract: string): string => `Calls ${name} of contract ${contract}`;
export const byThatName = (does: string): string => `, which by that name ${does}`;
export const withArguments = (call: string, values: string): string =>
  `${call}, with ${values === '' ? 'no arguments' : `the arguments (${values})`}`;

export const moves = (amount = '', from = '', to = ''): string => `moves ${amount} from ${from} to ${to}`;
export const byAllowance = (words: string, spender = ''): string => `${words}, by the allowance of ${spender}`;
export const letsTake = (spender = '', amount = '', from = '', until = ''): string =>
  `lets ${spender} take ${amount} of ${from}, until ledger ${until}, without asking again`;
export const destroys = (amount = '', from = ''): string => `destroys ${amount} of ${from}`;
export const mints = (amount = '', to = ''): string => `creates ${amount} for ${to}`;
export const takesBackByForce = (amount = '', from = ''): string =>
  `takes ${amount} from ${from} without asking, and destroys it`;
export const makesAdministrator = (admin = ''): string => `makes ${admin} the administrator of the token`;

/** By function; a test checks that every function of every kind is here. */
export const CALLS: Readonly<Record<string, string>> = {
  initialize_escrow: 'sets an escrow up',
  update_escrow: 'changes the terms of an escrow',
  fund_escrow: 'moves money into an escrow',
  change_milestone_status: 'says how far a milestone is',
  approve_milestone: 'approves a milestone',
  approve_milestones: 'approves milestones',
  change_milestone_approved_flag: 'approves a milestone',
  release_funds: 'pays the escrow out',
  release_milestone_funds: 'pays a milestone out',
  dispute_escrow: 'opens a dispute over the escrow',
  dispute_milestone: 'opens a dispute over a milestone',
  dispute_milestones: 'opens a dispute over milestones',
  resolve_dispute: 'decides a dispute, and where the money goes',
  resolve_milestone_dispute: 'decides a dispute over a milestone, and where its money goes',
  withdraw_remaining_funds: 'takes out what is left in an escrow',
  extend_contract_ttl: 'keeps the contract alive for longer',
  get_escrow: 'reads an escrow',
  get_multiple_escrow_balances: 'reads what escrows hold',
};
export const milestoneNumber = (number: string): string => `number ${number}`;
export const milestoneNumbers = (numbers: string): string => `numbers ${numbers}`;
export const NO_NUMBER: string = 'that is not a number';
export const withStatus = (status: string): string => `with the status ${status}`;
export const withEvidence = (evidence: string): string => `with the evidence ${evidence}`;
export const TAKES_APPROVAL_BACK: string = 'or rather takes its approval back';
export const because = (reason: string): string => `because ${reason}`;
export const baseUnitsTo = (units: string, to: string): string => `${units} base units to ${to}`;
export const THE_APPROVER: string = 'the approver';
export const THE_SERVICE_PROVIDER: string = 'the service provider';
export const THE_RECEIVER: string = 'the receiver';
export const byLedgers = (ledgers: bigint): string => `by ${ledgers} ledgers`;
export const serviceShareTo = (address: string): string => `the service’s share to ${address}`;
export const fromPayer = (address: string): string => `from ${address}`;
export const bySigner = (address: string): string => `by ${address}`;
export const IF_SAME_TERMS: string = 'if its terms still are those that are named';
export const NO_AMOUNT: string = 'what is not an amount';
export const NO_ADDRESS: string = 'what is not an address';
export const unitsOfUnnamedToken = (units: bigint): string =>
  `${units} base units of a token that the call does not name`;
export const fundsWhatIsOver = (over: 'released' | 'resolved'): string =>
  `funds an escrow that is ${over} already: only its dispute resolver can take out what is paid in now`;
export const serviceShareElsewhere = (address: string, network: string, known: string): string =>
  `pays the service’s share to ${address}; on ${network} it is known to go to ${known}`;

/** The deploy of an escrow. Fields, roles and costs have the same words as everywhere else. */
export const createsEscrow = (title: string, contract: string): string =>
  `Creates an escrow for ${title} at ${contract}.`;
export const KIND: string = 'Kind';
export const ESCROW_ADDRESS: string = 'Escrow address';
export const ENGAGEMENT: string = 'Engagement';
export const TITLE: string = 'Title';
export const DESCRIPTION: string = 'Description';
export const milestoneLabel = (number: number): string => `Milestone ${number}`;
export const TOTAL: string = 'Total';
export const TOKEN: string = 'Token';
export const PLATFORM_FEE: string = 'Platform fee';
export const SIGNER: string = 'Signer';
export const ADMIN: string = 'Admin';
export const OBSERVERS: string = 'Observers';
export const RECEIVER_MEMO: string = 'Receiver memo';
export const CROSS_CHAIN_RECEIVER: string = 'Receiver on another blockchain';
export const FACTORY: string = 'Factory';
export const CONTRACT_CODE: string = 'Contract code';
export const OF_THE_TOKEN: string = 'of the token';
export const BASE_UNITS: string = 'base units (the token’s decimals are not known)';
export const unitsAsSaid = (multiplier: string): string =>
  `of the token (if ${multiplier} of its base units are one, as the transaction says)`;
export const paidTo = (receiver: string): string => ` (paid to ${receiver})`;

export const unknownToken = (token: string, network: string): string =>
  `the token ${token} is not known on ${network}: what it is worth, and its decimals, were not checked`;
export const SEVERAL_RECEIVERS: string = 'the milestones are paid to different receivers';
export const PINS: Readonly<Record<'factory' | 'code', string>> = { factory: 'factory', code: 'contract code' };
export const notPinned = (what: string, network: string): string =>
  `the ${what} is not pinned for ${network}, so it was not checked`;
export const pinnedOther = (what: string, network: string, found: string, pinned: string): string =>
  `the ${what} is not the one pinned for ${network}: it is ${found}, the pinned one ${pinned}`;
export const createdAs = (flags: readonly string[]): string => `it is created as ${flags.join(' and ')} already`;
export const milestoneCreated = (number: number, state: string): string => `milestone ${number} is created ${state}`;
export const asAlready = (flags: readonly string[]): string => `as ${flags.join(' and ')} already`;
/** Of a state: “approved”, as the contract calls it. */
export const flagName = (flag: string): string => flag;
export const invisible = (field: string, characters: string): string =>
  `${fieldWords(field)} holds invisible characters (${characters})`;
export const stacksMarks = (field: string): string =>
  `${fieldWords(field)} stacks marks on a letter, which would cover other lines`;
export const fieldProblem = (field: string, problem: Problem): string => `${fieldWords(field)} ${problemText(problem)}`;
export function differs(difference: Difference): string {
  const { field, asked, found } = differenceText(difference);
  return `${fieldWords(field)}: expected ${asked}, found ${found}`;
}

/** Addresses, assets, amounts, times and the values of contracts. */

export const numberOfAccount = (address: string, number: bigint, account: string): string =>
  `${address} (number ${number} of account ${account})`;
export const transactionOfHash = (hash: string, key: string): string =>
  `the transaction with the hash ${hash} (${key})`;
export const holderOfPreimage = (hash: string, key: string): string => `the holder of the preimage of ${hash} (${key})`;
export const bySigningBytes = (account: string, bytes: string): string =>
  `${account} by signing the bytes ${bytes || '(none)'}`;

export const codeOfBytes = (bytes: string): string => `(an asset code of the bytes ${bytes})`;
export const issuedBy = (code: string, issuer: string): string => `${code} issued by ${issuer}`;
export const posesAsXlm = (code: string, issuer: string): string =>
  `names a token that calls itself ${code} and is issued by ${issuer}; it is not the XLM of Stellar`;
type Posing = { code: string; known: string; network: string; issuer: string; knownIssuer: string };
export const posesAsKnown = ({ code, known, network, issuer, knownIssuer }: Posing): string =>
  `names a ${code} that is not the ${known} known on ${network}: its issuer is ${issuer}, the known one’s ${knownIssuer}`;
export const baseUnitsOf = (units: bigint, contract: string): string =>
  `${units} base units of token ${contract} (its decimals are not known here)`;

export const NOTHING: string = 'nothing';
export const NONE: string = 'none';
export const timeValue = (time: bigint): string => `the time ${time}`;
export const valueOfType = (type: string): string => `(a value of type ${type})`;
export const andMore = (count: number): string => `and ${count} more`;
export const NO_BYTES: string = 'no bytes';
export const bytesInAll = (shown: string, count: number): string => `${shown}… (${count} bytes in all)`;
export const secondSince1970 = (seconds: bigint): string => `second ${seconds} since 1970`;
