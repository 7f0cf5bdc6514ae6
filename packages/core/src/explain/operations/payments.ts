import { accountOf } from '../../envelope/read-transaction.ts';
import { accountWords, keyWords } from '../address-words.ts';
import { amountWords, assetWords, xlm } from '../asset-words.ts';
import { clause, type Scene } from '../scene.ts';
import type { BodyOf, Describers } from './describers.ts';

export const PAYMENTS: Describers<
  'createAccount' | 'payment' | 'pathPaymentStrictReceive' | 'pathPaymentStrictSend' | 'accountMerge'
> = {
  createAccount: {
    name: 'the creation of an account',
    say: ({ createAccountOp: { destination, startingBalance } }, scene) => {
      const words = `Creates the account ${keyWords(destination)} and gives it ${xlm(startingBalance)}`;
      if (startingBalance > 0n) scene.warn('money', `${clause(words)} of ${scene.actor}`);
      return words;
    },
  },
  payment: {
    name: 'a payment',
    say: ({ paymentOp: { amount, asset, destination } }, scene) => {
      const [what, to] = [amountWords(amount, asset, scene), accountWords(destination)];
      // What an account pays to itself stays where it is.
      if (accountOf(destination) !== scene.account) scene.warn('money', `pays ${what} from ${scene.actor} to ${to}`);
      return `Pays ${what} to ${to}`;
    },
  },
  pathPaymentStrictReceive: {
    name: 'a payment through the exchange',
    say: ({ pathPaymentStrictReceiveOp: payment }, scene) => {
      const most = amountWords(payment.sendMax, payment.sendAsset, scene);
      const words = `Pays exactly ${amountWords(payment.destAmount, payment.destAsset, scene)} to ${accountWords(payment.destination)}, for at most ${most}`;
      scene.warn('money', `${clause(words)} of ${scene.actor}`);
      return `${words}${through(payment.path, scene)}`;
    },
  },
  pathPaymentStrictSend: {
    name: 'a payment through the exchange',
    say: ({ pathPaymentStrictSendOp: payment }, scene) => {
      const what = amountWords(payment.sendAmount, payment.sendAsset, scene);
      const gets = `of which ${accountWords(payment.destination)} gets at least ${amountWords(payment.destMin, payment.destAsset, scene)}`;
      scene.warn('money', `sends exactly ${what} of ${scene.actor}, ${gets}`);
      return `Sends exactly ${what}, ${gets}${through(payment.path, scene)}`;
    },
  },
  accountMerge: {
    name: 'the closing of an account',
    say: ({ destination }, scene) => {
      const words = `Closes the account ${scene.actor} for good and gives all of its XLM to ${accountWords(destination)}`;
      scene.warn('account', clause(words));
      return words;
    },
  },
};

type Path = BodyOf<'pathPaymentStrictSend'>['pathPaymentStrictSendOp']['path'];

function through(path: Path, scene: Scene): string {
  return path.length === 0
    ? ''
    : `, exchanged through ${path.map((asset) => assetWords(asset, scene)).join(', then ')}`;
}
