import type { xdr } from '@stellar/stellar-sdk/base';
import type { ExplainWords } from '../../words/all.ts';
import type { Stakes } from '../../words/explain.ts';
import {
  accountWords,
  amountWords,
  assetWords,
  balanceWords,
  codeWords,
  keyWords,
  plainAmount,
  signerWords,
} from '../asset-words.ts';
import { type BodyOf, clause, type Describers, type Scene } from '../scene.ts';
import { bytesWords, textWords } from '../value-words.ts';

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

const NO_LIMIT = 2n ** 63n - 1n;

/** Source of the flags: Stellar's protocol (TrustLineFlags). */
const MAY_HOLD = 1;

const MAY_KEEP = 2;

export const TRUST: Describers<
  'changeTrust' | 'allowTrust' | 'setTrustLineFlags' | 'clawback' | 'clawbackClaimableBalance'
> = {
  changeTrust: {
    name: 'changeTrust',
    say: ({ changeTrustOp: { line, limit } }, scene) => {
      const token = lineWords(line, scene);
      if (limit === 0n) return scene.words.endsTrustline(scene.actor, token);
      return scene.words.letsHold(scene.actor, token, limit === NO_LIMIT ? undefined : plainAmount(limit));
    },
  },
  allowTrust: {
    name: 'allowTrust',
    say: ({ allowTrustOp: { trustor, asset, authorize } }, { actor, words: own, warn }) => {
      const code = codeWords(
        (asset.type === 'assetTypeCreditAlphanum4' ? asset.assetCode4 : asset.assetCode12).toBytes(),
        own,
      );
      const token = own.issuedBy(code, actor);
      if (authorize !== 0) return own.saysOf(keyWords(trustor), token, flagWords(authorize, own.TRUST_FLAGS, own));
      const words = own.freezes(token, keyWords(trustor));
      warn('trust', clause(words));
      return words;
    },
  },
  setTrustLineFlags: {
    name: 'setTrustLineFlags',
    say: ({ setTrustLineFlagsOp: { trustor, asset, setFlags, clearFlags } }, scene) => {
      const { words: own } = scene;
      const [set, cleared] = [setFlags, clearFlags].map((flags) => flagWords(flags, own.TRUST_FLAGS, own)) as [
        string,
        string,
      ];
      const words = own.saysOf(keyWords(trustor), assetWords(asset, scene), own.fromNowOn(set, cleared));
      if ((clearFlags & (MAY_HOLD | MAY_KEEP)) !== 0) scene.warn('trust', clause(words));
      return words;
    },
  },
  clawback: {
    name: 'clawback',
    say: ({ clawbackOp: { amount, asset, from } }, scene) => {
      const { words } = scene;
      const what = words.takenFrom(amountWords(amount, asset, scene), accountWords(from, words));
      scene.warn('money', words.takesWithoutAsking(what));
      return words.takesAndDestroys(what);
    },
  },
  clawbackClaimableBalance: {
    name: 'clawback',
    say: ({ clawbackClaimableBalanceOp: { balanceId } }, scene) => {
      const { words } = scene;
      const balance = balanceWords(balanceId, words);
      scene.warn('money', words.destroysBalance(balance));
      return words.takesBalanceBack(balance);
    },
  },
};

function lineWords(line: xdr.ChangeTrustAsset, scene: Scene): string {
  if (line.type !== 'assetTypePoolShare') return assetWords(line, scene);
  const { assetA, assetB, fee } = line.liquidityPool.constantProduct;
  return scene.words.poolShares(assetWords(assetA, scene), assetWords(assetB, scene), fee / 100);
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
