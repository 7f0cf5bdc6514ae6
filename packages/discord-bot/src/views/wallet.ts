/** A person's own remembered address: always whole, and since when. */
import type { Message } from '../interactions/answers.ts';
import type { KnownWallet, Wallet } from '../wallets/wallet-rows.ts';
import type { Words } from '../words/index.ts';
import { code, relativeTime } from './markdown.ts';
import { notice } from './notice.ts';
import { button, buttons, container, text } from './parts.ts';

export function walletShown(wallet: KnownWallet | undefined, { wallet: own }: Words): Message {
  if (wallet === undefined) {
    return notice(own.NONE, own.GIVE_ONE);
  }
  const { address, setAt, provenAt } = wallet;
  const since = relativeTime(setAt);
  const standing = provenAt === undefined ? own.saidSince(since) : own.provenSince(since, relativeTime(provenAt));
  return {
    components: container('plain', [
      text(`### ${own.YOURS}`),
      text(`${code(address)}\n${standing} ${own.WHAT_IT_DOES}`),
      buttons(
        ...(provenAt === undefined ? [button(own.PROVE_IT, 'prove', '', 'Primary')] : []),
        button(own.REMOVE_IT, 'wallet-remove', '', 'Danger'),
      ),
    ]),
  };
}

export function walletChange(known: Wallet, address: string, { wallet: own }: Words): Message {
  return {
    components: container('waiting', [
      text(`### ${own.CHANGE}`),
      text([own.now(code(known.address), relativeTime(known.setAt)), own.anew(code(address)), own.COMPARE].join('\n')),
      buttons(button(own.CHANGE_IT, 'wallet', address, 'Primary')),
    ]),
  };
}
