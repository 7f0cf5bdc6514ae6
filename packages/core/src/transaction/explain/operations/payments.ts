import { accountWords, keyWords } from '../address-words.ts';
import { amountWords, assetWords, xlm } from '../asset-words.ts';
import type { Scene } from '../scene.ts';
import type { BodyOf, Describers } from './describers.ts';

export const PAYMENTS: Describers<
  'createAccount' | 'payment' | 'pathPaymentStrictReceive' | 'pathPaymentStrictSend' | 'accountMerge'
> = {
  createAccount: {
    name: 'the creation of an account',
    say: ({ createAccountOp: { destination, startingBalance } }) =>
      `Creates the account ${keyWords(destination)} and gives it ${xlm(startingBalance)}`,
  },
  payment: {
    name: 'a payment',
    say: ({ paymentOp: { amount, asset, destination } }, scene) =>
      `Pays ${amountWords(amount, asset, scene)} to ${accountWords(destination)}`,
  },
  pathPaymentStrictReceive: {
    name: 'a payment through the exchange',
    say: ({ pathPaymentStrictReceiveOp: payment }, scene) =>
      `Pays exactly ${amountWords(payment.destAmount, payment.destAsset, scene)} to ${accountWords(payment.destination)}, for at most ${amountWords(payment.sendMax, payment.sendAsset, scene)}${through(payment.path, scene)}`,
  },
  pathPaymentStrictSend: {
    name: 'a payment through the exchange',
    say: ({ pathPaymentStrictSendOp: payment }, scene) =>
      `Sends exactly ${amountWords(payment.sendAmount, payment.sendAsset, scene)}, of which ${accountWords(payment.destination)} gets at least ${amountWords(payment.destMin, payment.destAsset, scene)}${through(payment.path, scene)}`,
  },
  accountMerge: {
    name: 'the closing of an account',
    say: ({ destination }, scene) => {
      const to = accountWords(destination);
      scene.warn(`closes the account ${scene.actor} for good and gives all of its XLM to ${to}`);
      return `Closes the account ${scene.actor} for good and gives all of its XLM to ${to}`;
    },
  },
};

type Path = BodyOf<'pathPaymentStrictSend'>['pathPaymentStrictSendOp']['path'];

function through(path: Path, scene: Scene): string {
  return path.length === 0
    ? ''
    : `, exchanged through ${path.map((asset) => assetWords(asset, scene)).join(', then ')}`;
}
