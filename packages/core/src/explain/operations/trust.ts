import type { xdr } from '@stellar/stellar-sdk/base';
import { accountWords, balanceWords, keyWords } from '../address-words.ts';
import { amountWords, assetWords, codeWords, plainAmount } from '../asset-words.ts';
import { clause, type Scene } from '../scene.ts';
import { flagWords } from './accounts.ts';
import type { Describers } from './describers.ts';

const NO_LIMIT = 2n ** 63n - 1n;

const MAY_HOLD = 1;
const MAY_KEEP = 2;
/** Source of the flags: Stellar's protocol (TrustLineFlags). */
const TRUST_FLAGS = [
  [MAY_HOLD, 'may hold and move it'],
  [MAY_KEEP, 'may keep what it offers, and no more'],
  [4, 'the issuer may take it back'],
] as const;

export const TRUST: Describers<
  'changeTrust' | 'allowTrust' | 'setTrustLineFlags' | 'clawback' | 'clawbackClaimableBalance'
> = {
  changeTrust: {
    name: 'a trustline',
    say: ({ changeTrustOp: { line, limit } }, scene) => {
      const token = lineWords(line, scene);
      if (limit === 0n) return `Ends the trustline of ${scene.actor} for ${token}`;
      const most = limit === NO_LIMIT ? 'without a limit' : `up to ${plainAmount(limit)}`;
      return `Lets ${scene.actor} hold ${token}, ${most}`;
    },
  },
  allowTrust: {
    name: 'an approval of a holder',
    say: ({ allowTrustOp: { trustor, asset, authorize } }, { actor, warn }) => {
      const code = codeWords(
        (asset.type === 'assetTypeCreditAlphanum4' ? asset.assetCode4 : asset.assetCode12).toBytes(),
      );
      const token = `${code} issued by ${actor}`;
      if (authorize !== 0) return `Says of ${keyWords(trustor)} and ${token}: ${flagWords(authorize, TRUST_FLAGS)}`;
      const words = `Freezes the ${token} of ${keyWords(trustor)}`;
      warn('trust', clause(words));
      return words;
    },
  },
  setTrustLineFlags: {
    name: 'a change of a holder’s approval',
    say: ({ setTrustLineFlagsOp: { trustor, asset, setFlags, clearFlags } }, scene) => {
      const words = `Says of ${keyWords(trustor)} and ${assetWords(asset, scene)}: from now on ${flagWords(setFlags, TRUST_FLAGS)}; no longer ${flagWords(clearFlags, TRUST_FLAGS)}`;
      if ((clearFlags & (MAY_HOLD | MAY_KEEP)) !== 0) scene.warn('trust', clause(words));
      return words;
    },
  },
  clawback: {
    name: 'a clawback',
    say: ({ clawbackOp: { amount, asset, from } }, scene) => {
      const what = `${amountWords(amount, asset, scene)} from ${accountWords(from)}`;
      scene.warn('money', `takes ${what} without asking`);
      return `Takes ${what}, and destroys it`;
    },
  },
  clawbackClaimableBalance: {
    name: 'a clawback',
    say: ({ clawbackClaimableBalanceOp: { balanceId } }, scene) => {
      scene.warn('money', `destroys ${balanceWords(balanceId)} without asking those who could claim it`);
      return `Takes ${balanceWords(balanceId)} back, and destroys it`;
    },
  },
};

function lineWords(line: xdr.ChangeTrustAsset, scene: Scene): string {
  if (line.type !== 'assetTypePoolShare') return assetWords(line, scene);
  const { assetA, assetB, fee } = line.liquidityPool.constantProduct;
  return `shares of the liquidity pool of ${assetWords(assetA, scene)} and ${assetWords(assetB, scene)} (its fee is ${fee / 100} %)`;
}
