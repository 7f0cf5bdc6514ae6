/** The explanation as a whole, in one language, and all around its operations: who pays, when it is valid, who has signed. */
import { format, inLanguage } from '../../text/message.ts';
import { byPosition } from '../../text/sentences.ts';
import type { DeskLanguage } from '../core.ts';
import { contractWords } from './contracts.ts';
import { operationWords } from './operations.ts';

export type ExplainWords = ReturnType<typeof createExplainWords>;

export const createExplainWords = (language: DeskLanguage) => ({
  core: language.core,
  ...transactionWords(language),
  ...operationWords(language),
  ...contractWords(language),
});

const transactionWords = (language: DeskLanguage) => ({
  ...language.messages.transaction.texts,
  ...byPosition(language.messages.transaction, {
    operationLabel: ['number'],
    operationDoes: ['number'],
    asActor: ['words', 'actor'],
    unreadDeploy: ['called', 'why'],
    notADeploy: ['names'],
    operationsNamed: ['count', 'names'],
    paysFeeOfThis: ['account'],
    stepOfEscrow: ['transaction', 'title'],
    moreWarnings: ['count'],
    moreLikeIt: ['text', 'count'],
    feeTaken: ['fee', 'payer'],
    signedElsewhere: ['networks', 'network'],
    atMost: ['fee'],
    inPlaceOf: ['fee', 'inner'],
    resources: ['fee', 'reads', 'writes'],
    theNumber: ['number'],
    theHash: ['hash'],
    returnOf: ['hash'],
    timeLeft: ['time', 'seconds'],
    expiredAt: ['time'],
    timeAhead: ['time', 'seconds'],
    numberOrHigher: ['number'],
    secondsAfterLast: ['seconds'],
    ledgersAfterLast: ['ledgers'],
    assumedNetwork: ['network'],
    hashIfFor: ['hash', 'network', 'passphrase'],
    signatureNumber: ['number'],
    hintedOnly: ['account', 'networks'],
    byUnnamed: ['hint'],
  }),
  ...inLanguage(language, { preparedHere, fromLedger, confirmedNetworks, signedBy }),
});

/** What this installation knows of it. @param title in quotation marks */
function preparedHere(
  { messages }: DeskLanguage,
  time: string,
  transaction: string,
  title: string | undefined,
): string {
  const { titled, untitled } = messages.transaction.preparedHere;
  return title === undefined ? format(untitled, { time, transaction }) : format(titled, { time, transaction, title });
}

function fromLedger({ messages }: DeskLanguage, first: number, last: number): string {
  const { open, closed } = messages.transaction.fromLedger;
  return last === 0 ? format(open, { first }) : format(closed, { first, last });
}

const confirmedNetworks = ({ messages }: DeskLanguage, networks: readonly string[]): string =>
  format(messages.transaction.confirmedNetworks, { networks: networks.join(` ${messages.and} `) });

const signedBy = ({ messages }: DeskLanguage, account: string, isSource: boolean, network: string): string =>
  format(messages.transaction.signedBy[isSource ? 'source' : 'other'], { account, network });
