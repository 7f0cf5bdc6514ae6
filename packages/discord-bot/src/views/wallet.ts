/** A person's own remembered address: always whole, and since when. */
import type { Message } from '../answers.ts';
import type { Wallet } from '../wallets/wallet-rows.ts';
import { code, relativeTime } from './markdown.ts';
import { notice } from './notice.ts';
import { button, buttons, container, text } from './parts.ts';

export function walletShown(wallet: Wallet | undefined): Message {
  if (wallet === undefined) {
    return notice('No wallet is saved', 'Give your own account address: /escrow wallet address: G…');
  }
  return notice(
    'Your wallet here',
    `${code(wallet.address)}\nYou set it ${relativeTime(wallet.setAt)}; nothing proves that it is yours. It signs what you deploy from a file without a signer, pays and takes the steps that are yours on /escrow show, and asks for balances.`,
  );
}

export function walletChange(known: Wallet, address: string): Message {
  return {
    components: container('waiting', [
      text('### Change your wallet?'),
      text(
        [
          `**Now** ${code(known.address)}, which you set ${relativeTime(known.setAt)}`,
          `**New** ${code(address)}`,
          'Compare every character with what your wallet shows. Nothing changes until you press the button.',
        ].join('\n'),
      ),
      buttons(button('Change it', 'wallet', address, 'Primary')),
    ]),
  };
}
