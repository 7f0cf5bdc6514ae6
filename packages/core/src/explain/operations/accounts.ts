import { keyWords, signerWords } from '../address-words.ts';
import type { Scene } from '../scene.ts';
import { bytesWords, textWords } from '../value-words.ts';
import type { Stakes } from '../warnings.ts';
import type { BodyOf, Describers } from './describers.ts';

export const ACCOUNTS: Describers<'setOptions' | 'manageData' | 'bumpSequence' | 'inflation'> = {
  setOptions: {
    name: 'a change of an account’s settings',
    say: ({ setOptionsOp }, scene) => {
      const changes = [...powers(setOptionsOp, scene), ...rest(setOptionsOp, scene)];
      return `Changes settings of ${scene.actor}: ${changes.join('; ') || 'nothing'}`;
    },
  },
  manageData: {
    name: 'a data entry of an account',
    say: ({ manageDataOp: { dataName, dataValue } }, scene) => {
      const name = textWords(dataName.bytes);
      return dataValue === null
        ? `Removes the data entry ${name} of ${scene.actor}`
        : `Writes the data entry ${name} of ${scene.actor}: ${dataWords(dataValue.toBytes())}`;
    },
  },
  bumpSequence: {
    name: 'a jump of an account’s sequence number',
    say: ({ bumpSequenceOp: { bumpTo } }, scene) => {
      scene.warn(
        'trust',
        `raises the sequence number of ${scene.actor}: transactions prepared with a lower one become void`,
      );
      return `Raises the sequence number of ${scene.actor} to ${bumpTo}, if it is lower`;
    },
  },
  inflation: { name: 'inflation', say: () => 'Runs inflation, which Stellar no longer has: it does nothing' },
};

type Options = BodyOf<'setOptions'>['setOptionsOp'];

/** Who may act for the account from now on; each of them is said as a warning too. Of several settings the last counts. */
function powers(options: Options, { actor, account, warn }: Scene): string[] {
  const found: string[] = [];
  const change = (what: string, text: string, warning: string, stakes: Stakes = 'control') => {
    found.push(text);
    warn(stakes, warning, `${account} ${what}`);
  };
  const { signer, masterWeight } = options;
  if (signer !== null) {
    const who = signerWords(signer.key);
    if (signer.weight === 0) {
      change(who, `${who} can no longer sign`, `takes from ${who} the right to sign for ${actor}`, 'access');
    } else {
      change(
        who,
        `${who} can sign, with weight ${signer.weight}`,
        `lets ${who} sign for ${actor}, with weight ${signer.weight}: that may be enough to take all that the account holds`,
      );
    }
  }
  if (masterWeight !== null) {
    change(
      'own key',
      `its own key has weight ${masterWeight}`,
      masterWeight === 0
        ? `ends the right of ${actor} to sign with its own key`
        : `sets the weight of the own key of ${actor} to ${masterWeight}`,
    );
  }
  for (const [level, weight] of [
    ['low', options.lowThreshold],
    ['medium', options.medThreshold],
    ['high', options.highThreshold],
  ] as const) {
    if (weight !== null) {
      change(
        level,
        `operations of ${level} security need weight ${weight}`,
        `sets the weight that operations of ${level} security of ${actor} need to ${weight}: if its signers’ weights add up to less, the account is locked`,
      );
    }
  }
  return found;
}

/** Source of the flags: Stellar's protocol (AccountFlags). */
const ACCOUNT_FLAGS = [
  [1, 'holders of its tokens need its approval'],
  [2, 'it may freeze its tokens'],
  [4, 'these settings can never change again'],
  [8, 'it may take its tokens back'],
] as const;

function rest({ inflationDest, clearFlags, setFlags, homeDomain }: Options, { actor, warn }: Scene): string[] {
  if (setFlags !== null && (setFlags & 4) !== 0) warn('control', `makes the settings of ${actor} permanent`);
  return [
    ...(setFlags === null ? [] : [`sets: ${flagWords(setFlags, ACCOUNT_FLAGS)}`]),
    ...(clearFlags === null ? [] : [`ends: ${flagWords(clearFlags, ACCOUNT_FLAGS)}`]),
    ...(homeDomain === null ? [] : [`its home domain is ${textWords(homeDomain.bytes)}`]),
    ...(inflationDest === null ? [] : [`its inflation goes to ${keyWords(inflationDest)}`]),
  ];
}

export function flagWords(flags: number, known: readonly (readonly [number, string])[]): string {
  const named = known.filter(([bit]) => (flags & bit) !== 0);
  const unknown = named.reduce((left, [bit]) => left & ~bit, flags);
  return [...named.map(([, words]) => words), ...(unknown === 0 ? [] : [`flags ${unknown} that are not known here`])]
    .join(', ')
    .replace(/^$/, 'nothing');
}

/** A data value is bytes; where they are a text it is shown as one. */
function dataWords(bytes: Uint8Array): string {
  const text = textWords(bytes);
  return text.startsWith('“') ? text : bytesWords(bytes);
}
