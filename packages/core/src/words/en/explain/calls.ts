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
