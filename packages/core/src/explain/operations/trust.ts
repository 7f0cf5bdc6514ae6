import type { xdr } from '@stellar/stellar-sdk/base';
import { accountWords, balanceWords, keyWords } from '../address-words.ts';
import { amountWords, assetWords, codeWords, plainAmount } from '../asset-words.ts';
import { clause, type Scene } from '../scene.ts';
import { flagWords } from './accounts.ts';
import type { Describers } from './describers.ts';

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
