import type { xdr } from '@stellar/stellar-sdk/base';
import { poolWords } from '../address-words.ts';
import { amountWords, assetWords, plainAmount, priceWords } from '../asset-words.ts';
import { clause, type Scene } from '../scene.ts';
import type { Describers } from './describers.ts';

export const OFFERS: Describers<
  'manageSellOffer' | 'manageBuyOffer' | 'createPassiveSellOffer' | 'liquidityPoolDeposit' | 'liquidityPoolWithdraw'
> = {
  manageSellOffer: {
    name: 'offer',
    say: ({ manageSellOfferOp: { selling, buying, amount, price, offerId } }, scene) =>
      amount === 0n
        ? ends(offerId, selling, buying, scene)
        : atStake(
            scene.words.toSell(
              scene.words.offers(offerId),
              amountWords(amount, selling, scene),
              assetWords(buying, scene),
              priceWords(price, scene.words),
            ),
            scene,
          ),
  },
  manageBuyOffer: {
    name: 'offer',
    say: ({ manageBuyOfferOp: { selling, buying, buyAmount, price, offerId } }, scene) =>
      buyAmount === 0n
        ? ends(offerId, selling, buying, scene)
        : atStake(
            scene.words.toBuy(
              scene.words.offers(offerId),
              amountWords(buyAmount, buying, scene),
              assetWords(selling, scene),
              priceWords(price, scene.words),
            ),
            scene,
          ),
  },
  createPassiveSellOffer: {
    name: 'offer',
    say: ({ createPassiveSellOfferOp: { selling, buying, amount, price } }, scene) =>
      atStake(
        scene.words.withoutSamePrice(
          scene.words.toSell(
            scene.words.offers(0n),
            amountWords(amount, selling, scene),
            assetWords(buying, scene),
            priceWords(price, scene.words),
          ),
        ),
        scene,
      ),
  },
  liquidityPoolDeposit: {
    name: 'poolDeposit',
    say: ({ liquidityPoolDepositOp: deposit }, scene) =>
      atStake(
        scene.words.putsIntoPool({
          first: plainAmount(deposit.maxAmountA),
          second: plainAmount(deposit.maxAmountB),
          pool: poolWords(deposit.liquidityPoolId, scene.words),
          least: priceWords(deposit.minPrice, scene.words),
          most: priceWords(deposit.maxPrice, scene.words),
        }),
        scene,
      ),
  },
  liquidityPoolWithdraw: {
    name: 'poolWithdraw',
    say: ({ liquidityPoolWithdrawOp: withdrawal }, scene) =>
      atStake(
        scene.words.givesPoolShares({
          shares: plainAmount(withdrawal.amount),
          pool: poolWords(withdrawal.liquidityPoolId, scene.words),
          first: plainAmount(withdrawal.minAmountA),
          second: plainAmount(withdrawal.minAmountB),
        }),
        scene,
      ),
  },
};

/** Warns of the amount offered: at a bad price all of it is lost. */
function atStake(does: string, { actor, words, warn }: Scene): string {
  warn('money', words.asActor(clause(does), actor));
  return does;
}

function ends(offer: bigint, selling: xdr.Asset, buying: xdr.Asset, scene: Scene): string {
  return scene.words.takesBackOffer(offer, assetWords(selling, scene), assetWords(buying, scene));
}
