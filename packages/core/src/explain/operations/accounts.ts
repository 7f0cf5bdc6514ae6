import type { ExplainWords } from '../../words/all.ts';
import type { Stakes } from '../../words/explain.ts';
import { keyWords, signerWords } from '../address-words.ts';
import type { Scene } from '../scene.ts';
import { bytesWords, textWords } from '../value-words.ts';
import type { BodyOf, Describers } from './describers.ts';

export const ACCOUNTS: Describers<'setOptions' | 'manageData' | 'bumpSequence' | 'inflation'> = {
  setOptions: {
    name: 'setOptions',
    say: ({ setOptionsOp }, scene) => {
      const changes = [...powers(setOptionsOp, scene), ...rest(setOptionsOp, scene)];
      return scene.words.changesSettings(scene.actor, changes.join('; '));
    },
  },
  manageData: {
    name: 'manageData',
    say: ({ manageDataOp: { dataName, dataValue } }, { actor, words }) => {
      const name = textWords(dataName.bytes, words);
      return dataValue === null
        ? words.removesData(name, actor)
        : words.writesData(name, actor, dataWords(dataValue.toBytes(), words));
    },
  },
  bumpSequence: {
    name: 'bumpSequence',
    say: ({ bumpSequenceOp: { bumpTo } }, scene) => {
      scene.warn('trust', scene.words.voidsSequence(scene.actor));
      return scene.words.raisesSequence(scene.actor, bumpTo);
    },
  },
  inflation: { name: 'inflation', say: (_, { words }) => words.RUNS_INFLATION },
};

type Options = BodyOf<'setOptions'>['setOptionsOp'];

/** Who may act for the account from now on, each with a warning. Of several settings the last one counts. */
function powers(options: Options, { actor, account, words, warn }: Scene): string[] {
  const found: string[] = [];
  const change = (what: string, text: string, warning: string, stakes: Stakes = 'control') => {
    found.push(text);
    warn(stakes, warning, `${account} ${what}`);
  };
  const { signer, masterWeight } = options;
  if (signer !== null) {
    const who = signerWords(signer.key, words);
    if (signer.weight === 0) {
      change(who, words.noLongerSigns(who), words.takesRightToSign(who, actor), 'access');
    } else {
      change(who, words.canSign(who, signer.weight), words.letsSign(who, actor, signer.weight));
    }
  }
  if (masterWeight !== null) {
    change(
      'own key',
      words.ownKeyWeight(masterWeight),
      masterWeight === 0 ? words.endsOwnKey(actor) : words.setsOwnKey(actor, masterWeight),
    );
  }
  for (const [level, weight] of [
    ['low', options.lowThreshold],
    ['medium', options.medThreshold],
    ['high', options.highThreshold],
  ] as const) {
    if (weight !== null) change(level, words.levelNeeds(level, weight), words.setsLevel(level, actor, weight));
  }
  return found;
}

/** Source of the flags: Stellar's protocol (AccountFlags). */
const NEVER_CHANGES = 4;

function rest({ inflationDest, clearFlags, setFlags, homeDomain }: Options, { actor, words, warn }: Scene): string[] {
  if (setFlags !== null && (setFlags & NEVER_CHANGES) !== 0) warn('control', words.permanent(actor));
  return [
    ...(setFlags === null ? [] : [words.setsFlags(flagWords(setFlags, words.ACCOUNT_FLAGS, words))]),
    ...(clearFlags === null ? [] : [words.endsFlags(flagWords(clearFlags, words.ACCOUNT_FLAGS, words))]),
    ...(homeDomain === null ? [] : [words.homeDomain(textWords(homeDomain.bytes, words))]),
    ...(inflationDest === null ? [] : [words.inflationTo(keyWords(inflationDest))]),
  ];
}

/** @param known the meaning of each bit */
export function flagWords(flags: number, known: Readonly<Record<number, string>>, words: ExplainWords): string {
  const named = Object.entries(known)
    .map(([bit, says]) => [Number(bit), says] as const)
    .filter(([bit]) => (flags & bit) !== 0);
  const unknown = named.reduce((left, [bit]) => left & ~bit, flags);
  return [...named.map(([, says]) => says), ...(unknown === 0 ? [] : [words.unknownFlags(unknown)])]
    .join(', ')
    .replace(/^$/, words.NOTHING);
}

/** A data value is bytes; where they are a text it is shown as one. */
function dataWords(bytes: Uint8Array, words: ExplainWords): string {
  const text = textWords(bytes, words);
  return text.startsWith('“') ? text : bytesWords(bytes, words);
}
