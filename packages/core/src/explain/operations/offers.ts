import type { xdr } from '@stellar/stellar-sdk/base';
import { poolWords } from '../address-words.ts';
import { amountWords, assetWords, plainAmount, priceWords } from '../asset-words.ts';
import { clause, type Scene } from '../scene.ts';
import type { Describers } from './describers.ts';

export const OFFERS: Describers<
  'manageSellOffer' | 'manageBuyOffer' | 'createPassiveSellOffer' | 'liquidityPoolDeposit' | 'liquidityPoolWithdraw'
> = {
  manageSellOffer: {
    name: 'an offer on the exchange',
    say: ({ manageSellOfferOp: { selling, buying, amount, price, offerId } }, scene) =>
      amount === 0n
        ? ends(offerId, selling, buying, scene)
        : atStake(
            `${opens(offerId)} to sell ${amountWords(amount, selling, scene)} for ${assetWords(buying, scene)}, at ${priceWords(price)} of it for each`,
            scene,
          ),
  },
  manageBuyOffer: {
    name: 'an offer on the exchange',
    say: ({ manageBuyOfferOp: { selling, buying, buyAmount, price, offerId } }, scene) =>
      buyAmount === 0n
        ? ends(offerId, selling, buying, scene)
        : atStake(
            `${opens(offerId)} to buy ${amountWords(buyAmount, buying, scene)} with ${assetWords(selling, scene)}, at ${priceWords(price)} of it for each`,
            scene,
          ),
  },
  createPassiveSellOffer: {
    name: 'an offer on the exchange',
    say: ({ createPassiveSellOfferOp: { selling, buying, amount, price } }, scene) =>
      atStake(
        `Offers to sell ${amountWords(amount, selling, scene)} for ${assetWords(buying, scene)}, at ${priceWords(price)} of it for each, without taking an offer at the same price`,
        scene,
      ),
  },
  liquidityPoolDeposit: {
    name: 'a deposit into a liquidity pool',
    say: ({ liquidityPoolDepositOp: deposit }, scene) =>
      atStake(
        `Puts at most ${plainAmount(deposit.maxAmountA)} of the first and ${plainAmount(deposit.maxAmountB)} of the second asset into ${poolWords(deposit.liquidityPoolId)}, at a price between ${priceWords(deposit.minPrice)} and ${priceWords(deposit.maxPrice)} (the pool’s assets do not stand in the transaction)`,
        scene,
      ),
  },
  liquidityPoolWithdraw: {
    name: 'a withdrawal from a liquidity pool',
    say: ({ liquidityPoolWithdrawOp: withdrawal }, scene) =>
      atStake(
        `Gives ${plainAmount(withdrawal.amount)} shares of ${poolWords(withdrawal.liquidityPoolId)} back for at least ${plainAmount(withdrawal.minAmountA)} of its first and ${plainAmount(withdrawal.minAmountB)} of its second asset (they do not stand in the transaction)`,
        scene,
      ),
  },
};

/** What is given up at a price: a bad price costs all of it. */
function atStake(words: string, { actor, warn }: Scene): string {
  warn('money', `${clause(words)}, as ${actor}`);
  return words;
}

function opens(offer: bigint): string {
  return offer === 0n ? 'Offers' : `Changes offer ${offer}: it offers`;
}

function ends(offer: bigint, selling: xdr.Asset, buying: xdr.Asset, scene: Scene): string {
  return `Takes back offer ${offer}, of ${assetWords(selling, scene)} for ${assetWords(buying, scene)}`;
}
