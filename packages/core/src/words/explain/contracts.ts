/** Calls, creations and values of contracts: of any, of tokens and escrows, and the deploy of an escrow. */
import type { Difference } from '../../errors/differences.ts';
import type { Problem } from '../../errors/problems.ts';
import { format, inLanguage, pluralForm } from '../../text/message.ts';
import { byPosition } from '../../text/sentences.ts';
import type { ExplainLanguage } from './language.ts';

export const contractWords = (language: ExplainLanguage) => ({
  ...language.messages.contracts.texts,
  CALLS: language.messages.contracts.texts.CALLS as Readonly<Record<string, string>>,
  ...byPosition(language.messages.contracts, {
    whichDoes: ['words', 'authorisation'],
    uploadsCode: ['bytes', 'hash'],
    ifFor: ['contract', 'network'],
    constructedWith: ['values'],
    createsTokenContract: ['asset', 'at'],
    createsContract: ['owner', 'salt', 'at', 'code'],
    theCode: ['hash'],
    codeOf: ['name', 'owner'],
    alsoCarries: ['who', 'allowed'],
    callsUnknownToken: ['name', 'contract', 'does'],
    callOfToken: ['does', 'name', 'code', 'contract'],
    calls: ['name', 'contract'],
    byThatName: ['does'],
    milestoneNumber: ['number'],
    milestoneNumbers: ['numbers'],
    withStatus: ['status'],
    withEvidence: ['evidence'],
    because: ['reason'],
    baseUnitsTo: ['units', 'to'],
    byLedgers: ['ledgers'],
    serviceShareTo: ['address'],
    fromPayer: ['address'],
    bySigner: ['address'],
    unitsOfUnnamedToken: ['units'],
    serviceShareElsewhere: ['address', 'network', 'known'],
    createsEscrow: ['title', 'contract'],
    milestoneLabel: ['number'],
    unitsAsSaid: ['multiplier'],
    paidTo: ['receiver'],
    unknownToken: ['token', 'network'],
    notPinned: ['what', 'network'],
    pinnedOther: ['what', 'network', 'found', 'pinned'],
    milestoneCreated: ['number', 'state'],
    numberOfAccount: ['address', 'number', 'account'],
    transactionOfHash: ['hash', 'key'],
    holderOfPreimage: ['hash', 'key'],
    codeOfBytes: ['bytes'],
    issuedBy: ['code', 'issuer'],
    posesAsXlm: ['code', 'issuer'],
    baseUnitsOf: ['units', 'contract'],
    timeValue: ['time'],
    valueOfType: ['type'],
    andMore: ['count'],
    bytesInAll: ['shown', 'count'],
    secondSince1970: ['seconds'],
  }),
  ...inLanguage(language, {
    ...{ moreThanThisCall, byItself, withArguments, fundsWhatIsOver },
    ...{ moves, byAllowance, letsTake, destroys, mints, takesBackByForce, makesAdministrator },
    ...{ createdAs, asAlready, flagName, invisible, stacksMarks, fieldProblem, differs },
    ...{ bySigningBytes, posesAsKnown },
  }),
});

const moreThanThisCall = ({ messages }: ExplainLanguage, entries: number): string =>
  format(messages.contracts.moreThanThisCall[pluralForm(messages.language, entries)], { entries });

type ByItself = { address: string; isSigned: boolean; delegates: number; until: number };

function byItself({ messages }: ExplainLanguage, { address, isSigned, delegates, until }: ByItself): string {
  const { alone, through } = messages.contracts.byItself[isSigned ? 'signed' : 'unsigned'];
  return format(delegates === 0 ? alone : through, { address, delegates, until });
}

const withArguments = ({ messages }: ExplainLanguage, call: string, values: string): string =>
  format(messages.contracts.withArguments[values === '' ? 'none' : 'some'], { call, values });

const fundsWhatIsOver = ({ messages }: ExplainLanguage, over: 'released' | 'resolved'): string =>
  messages.contracts.fundsWhatIsOver[over];

/** What calls of tokens do: callers take the values from a call whose arguments fit. */

const moves = ({ messages }: ExplainLanguage, amount = '', from = '', to = ''): string =>
  format(messages.contracts.moves, { amount, from, to });
const byAllowance = ({ messages }: ExplainLanguage, words: string, spender = ''): string =>
  format(messages.contracts.byAllowance, { words, spender });
const letsTake = ({ messages }: ExplainLanguage, spender = '', amount = '', from = '', until = ''): string =>
  format(messages.contracts.letsTake, { spender, amount, from, until });
const destroys = ({ messages }: ExplainLanguage, amount = '', from = ''): string =>
  format(messages.contracts.destroys, { amount, from });
const mints = ({ messages }: ExplainLanguage, amount = '', to = ''): string =>
  format(messages.contracts.mints, { amount, to });
const takesBackByForce = ({ messages }: ExplainLanguage, amount = '', from = ''): string =>
  format(messages.contracts.takesBackByForce, { amount, from });
const makesAdministrator = ({ messages }: ExplainLanguage, admin = ''): string =>
  format(messages.contracts.makesAdministrator, { admin });

const createdAs = ({ messages }: ExplainLanguage, flags: readonly string[]): string =>
  format(messages.contracts.createdAs, { flags: flags.join(` ${messages.and} `) });

const asAlready = ({ messages }: ExplainLanguage, flags: readonly string[]): string =>
  format(messages.contracts.asAlready, { flags: flags.join(` ${messages.and} `) });

/** Of a state: “approved”, as the contract calls it. */
function flagName({ messages }: ExplainLanguage, flag: string): string {
  const names: Readonly<Record<string, string>> = messages.contracts.flags;
  return names[flag] ?? flag;
}

const invisible = ({ messages, fieldName }: ExplainLanguage, field: string, characters: string): string =>
  format(messages.contracts.invisible, { field: fieldName(field), characters });

const stacksMarks = ({ messages, fieldName }: ExplainLanguage, field: string): string =>
  format(messages.contracts.stacksMarks, { field: fieldName(field) });

const fieldProblem = ({ fieldName, problemText }: ExplainLanguage, field: string, problem: Problem): string =>
  `${fieldName(field)} ${problemText(problem)}`;

function differs({ messages, core, fieldName }: ExplainLanguage, difference: Difference): string {
  const { field, asked, found } = core.differenceText(difference);
  return format(messages.contracts.differs, { field: fieldName(field), asked, found });
}

/** Addresses and assets. */

const bySigningBytes = ({ messages }: ExplainLanguage, account: string, bytes: string): string =>
  format(messages.contracts.bySigningBytes[bytes ? 'some' : 'none'], { account, bytes });

type Posing = { code: string; known: string; network: string; issuer: string; knownIssuer: string };

const posesAsKnown = ({ messages }: ExplainLanguage, posing: Posing): string =>
  format(messages.contracts.posesAsKnown, posing);
