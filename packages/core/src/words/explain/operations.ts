/** Names of operations, and what those do that call no contract. */
import { format, inLanguage } from '../../text/message.ts';
import { byPosition } from '../../text/sentences.ts';
import type { DeskLanguage } from '../core.ts';
import type { Stakes } from './stakes.ts';

export const operationWords = (language: DeskLanguage) => ({
  ...language.messages.operations.texts,
  ...byPosition(language.messages.operations, {
    of: ['words', 'account'],
    createsAccount: ['account', 'amount'],
    paysFrom: ['what', 'from', 'to'],
    pays: ['what', 'to'],
    paysExactly: ['what', 'to', 'most'],
    getsAtLeast: ['to', 'least'],
    sendsOf: ['what', 'account', 'gets'],
    sends: ['what', 'gets'],
    closesAccount: ['account', 'to'],
    endsTrustline: ['account', 'token'],
    takenFrom: ['what', 'from'],
    takesWithoutAsking: ['what'],
    takesAndDestroys: ['what'],
    noLongerSigns: ['who'],
    takesRightToSign: ['who', 'account'],
    canSign: ['who', 'weight'],
    letsSign: ['who', 'account', 'weight'],
    ownKeyWeight: ['weight'],
    endsOwnKey: ['account'],
    setsOwnKey: ['account', 'weight'],
    permanent: ['account'],
  }),
  ...inLanguage(language, { putsAtStake, letsHold, changesSettings, levelNeeds, setsLevel }),
});

const putsAtStake = ({ messages }: DeskLanguage, name: string, stakes: Stakes, account: string): string =>
  format(messages.operations.putsAtStake[stakes === 'money' ? 'money' : 'other'], { name, account });

function letsHold({ messages }: DeskLanguage, account: string, token: string, most: string | undefined): string {
  const { unlimited, upTo } = messages.operations.letsHold;
  return most === undefined ? format(unlimited, { account, token }) : format(upTo, { account, token, most });
}

const changesSettings = ({ messages }: DeskLanguage, account: string, changes: string): string =>
  format(messages.operations.changesSettings[changes ? 'some' : 'none'], { account, changes });

type Level = keyof DeskLanguage['messages']['operations']['levels'];

const levelNeeds = ({ messages: { operations } }: DeskLanguage, level: Level, weight: number): string =>
  format(operations.levelNeeds, { level: operations.levels[level], weight });

const setsLevel = ({ messages: { operations } }: DeskLanguage, level: Level, account: string, weight: number): string =>
  format(operations.setsLevel, { level: operations.levels[level], account, weight });
