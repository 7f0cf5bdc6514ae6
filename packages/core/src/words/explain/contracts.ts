/** Calls, creations and values of contracts: of any, of tokens and escrows, and the deploy of an escrow. */
import type { Difference } from '../../errors/differences.ts';
import type { Problem } from '../../errors/problems.ts';
import { format, inLanguage, pluralForm } from '../../text/message.ts';
import { byPosition } from '../../text/sentences.ts';
import type { DeskLanguage } from '../core.ts';
import { problemText } from '../problem-text.ts';

export const contractWords = (language: DeskLanguage) => ({
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
    moves: ['amount', 'from', 'to'],
    byAllowance: ['words', 'spender'],
    letsTake: ['spender', 'amount', 'from', 'until'],
    destroys: ['amount', 'from'],
    mints: ['amount', 'to'],
    takesBackByForce: ['amount', 'from'],
    makesAdministrator: ['admin'],
  }),
  ...inLanguage(language, {
    ...{ moreThanThisCall, byItself, withArguments, fundsWhatIsOver },
    ...{ createdAs, asAlready, flagName, invisible, stacksMarks, fieldProblem, differs },
    ...{ bySigningBytes, posesAsKnown },
  }),
});

const moreThanThisCall = ({ messages }: DeskLanguage, entries: number): string =>
  format(messages.contracts.moreThanThisCall[pluralForm(messages.language, entries)], { entries });

type ByItself = { address: string; isSigned: boolean; delegates: number; until: number };

function byItself({ messages }: DeskLanguage, { address, isSigned, delegates, until }: ByItself): string {
  const { alone, through } = messages.contracts.byItself[isSigned ? 'signed' : 'unsigned'];
  return format(delegates === 0 ? alone : through, { address, delegates, until });
}

const withArguments = ({ messages }: DeskLanguage, call: string, values: string): string =>
  format(messages.contracts.withArguments[values === '' ? 'none' : 'some'], { call, values });

const fundsWhatIsOver = ({ messages }: DeskLanguage, over: 'released' | 'resolved'): string =>
  messages.contracts.fundsWhatIsOver[over];

const createdAs = ({ messages }: DeskLanguage, flags: readonly string[]): string =>
  format(messages.contracts.createdAs, { flags: flags.join(` ${messages.and} `) });
const asAlready = ({ messages }: DeskLanguage, flags: readonly string[]): string =>
  format(messages.contracts.asAlready, { flags: flags.join(` ${messages.and} `) });

/** Of a state: “approved”, as the contract calls it. */
function flagName({ messages }: DeskLanguage, flag: string): string {
  const names: Readonly<Record<string, string>> = messages.contracts.flags;
  return names[flag] ?? flag;
}

/** Lines in English begin in lower case. */
const fieldName = ({ messages, core }: DeskLanguage, field: string): string =>
  messages.language === 'en' ? core.fieldWords(field) : core.fieldText(field);

const invisible = (language: DeskLanguage, field: string, characters: string): string =>
  format(language.messages.contracts.invisible, { field: fieldName(language, field), characters });

const stacksMarks = (language: DeskLanguage, field: string): string =>
  format(language.messages.contracts.stacksMarks, { field: fieldName(language, field) });

const fieldProblem = (language: DeskLanguage, field: string, problem: Problem): string =>
  `${fieldName(language, field)} ${problemText(language, problem)}`;

function differs(language: DeskLanguage, difference: Difference): string {
  const { field, asked, found } = language.core.differenceText(difference);
  return format(language.messages.contracts.differs, { field: fieldName(language, field), asked, found });
}

/** Addresses and assets. */

const bySigningBytes = ({ messages }: DeskLanguage, account: string, bytes: string): string =>
  format(messages.contracts.bySigningBytes[bytes ? 'some' : 'none'], { account, bytes });

type Posing = { code: string; known: string; network: string; issuer: string; knownIssuer: string };

const posesAsKnown = ({ messages }: DeskLanguage, posing: Posing): string =>
  format(messages.contracts.posesAsKnown, posing);
