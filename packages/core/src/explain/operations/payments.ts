import { accountOf } from '../../envelope/read-transaction.ts';
import { accountWords, keyWords } from '../address-words.ts';
import { amountWords, assetWords, xlm } from '../asset-words.ts';
import { clause, type Scene } from '../scene.ts';
import type { BodyOf, Describers } from './describers.ts';

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

type Path = BodyOf<'pathPaymentStrictSend'>['pathPaymentStrictSendOp']['path'];

function through(path: Path, scene: Scene): string {
  return path.length === 0 ? '' : scene.words.exchangedThrough(path.map((asset) => assetWords(asset, scene)));
}
