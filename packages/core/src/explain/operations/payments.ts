import type { xdr } from '@stellar/stellar-sdk/base';
import { accountOf } from '../../envelope/read-transaction.ts';
import {
  accountWords,
  amountWords,
  assetWords,
  keyWords,
  plainAmount,
  poolWords,
  priceWords,
  xlm,
} from '../asset-words.ts';
import { type BodyOf, clause, type Describers, type Scene } from '../scene.ts';

export const PAYMENTS: Describers<
  'createAccount' | 'payment' | 'pathPaymentStrictReceive' | 'pathPaymentStrictSend' | 'accountMerge'
> = {
  createAccount: {
    name: 'createAccount',
    say: ({ createAccountOp: { destination, startingBalance } }, scene) => {
      const words = scene.words.createsAccount(keyWords(destination), xlm(startingBalance));
      if (startingBalance > 0n) scene.warn('money', scene.words.of(clause(words), scene.actor));
      return words;
    },
  },
  payment: {
    name: 'payment',
    say: ({ paymentOp: { amount, asset, destination } }, scene) => {
      const [what, to] = [amountWords(amount, asset, scene), accountWords(destination, scene.words)];
      // What an account pays to itself stays where it is.
      if (accountOf(destination) !== scene.account) scene.warn('money', scene.words.paysFrom(what, scene.actor, to));
      return scene.words.pays(what, to);
    },
  },
  pathPaymentStrictReceive: {
    name: 'pathPayment',
    say: ({ pathPaymentStrictReceiveOp: payment }, scene) => {
      const most = amountWords(payment.sendMax, payment.sendAsset, scene);
      const exact = amountWords(payment.destAmount, payment.destAsset, scene);
      const words = scene.words.paysExactly(exact, accountWords(payment.destination, scene.words), most);
      scene.warn('money', scene.words.of(clause(words), scene.actor));
      return `${words}${through(payment.path, scene)}`;
    },
  },
  pathPaymentStrictSend: {
    name: 'pathPayment',
    say: ({ pathPaymentStrictSendOp: payment }, scene) => {
      const what = amountWords(payment.sendAmount, payment.sendAsset, scene);
      const least = amountWords(payment.destMin, payment.destAsset, scene);
      const gets = scene.words.getsAtLeast(accountWords(payment.destination, scene.words), least);
      scene.warn('money', scene.words.sendsOf(what, scene.actor, gets));
      return `${scene.words.sends(what, gets)}${through(payment.path, scene)}`;
    },
  },
  accountMerge: {
    name: 'accountMerge',
    say: ({ destination }, scene) => {
      const words = scene.words.closesAccount(scene.actor, accountWords(destination, scene.words));
      scene.warn('account', clause(words));
      return words;
    },
  },
};

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

type Path = BodyOf<'pathPaymentStrictSend'>['pathPaymentStrictSendOp']['path'];

function through(path: Path, scene: Scene): string {
  return path.length === 0 ? '' : scene.words.exchangedThrough(path.map((asset) => assetWords(asset, scene)));
}
