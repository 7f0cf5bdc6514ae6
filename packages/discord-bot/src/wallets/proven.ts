/** Which saved wallets a signature has proven, and the question for it. The desk keeps both: its page must know them. */
import type { NetworkName } from '@countersign/core/network';
import { deskOf, type Person } from '../state.ts';
import type { Reply, Task } from '../task.ts';
import { notice } from '../views/notice.ts';
import { button, buttons, container, text } from '../views/parts.ts';
import { signLink } from '../views/sign-link.ts';
import { walletShown } from '../views/wallet.ts';
import type { KnownWallet } from './wallet-rows.ts';

/** @returns nothing where the person has saved none in that server */
export async function knownWallet({ desk, state }: Task['bot'], person: Person): Promise<KnownWallet | undefined> {
  const wallet = await state.wallet(person);
  if (wallet === undefined) return undefined;
  return { ...wallet, provenAt: await deskOf(desk, person).walletProvenAt(wallet.address) };
}

export async function hasProven(
  { desk }: Pick<Task['bot'], 'desk'>,
  person: Person,
  address: string,
): Promise<boolean> {
  return (await deskOf(desk, person).walletProvenAt(address)) !== undefined;
}

export async function showWallet({ bot, person, words }: Task): Promise<Reply> {
  return { message: walletShown(await knownWallet(bot, person), words) };
}

/** *Prove it*: the page with the text that the wallet signs. It names the person by what they cannot choose. */
export async function proveWallet(task: Task): Promise<Reply> {
  const { bot, desk, person, interaction, words } = task;
  const address = (await bot.state.wallet(person))?.address;
  if (address === undefined) return await showWallet(task);
  const { wallet } = words;
  const asked = await desk.askWalletProof({
    address,
    person: wallet.personInProof(interaction.userName, person.userId),
    place: wallet.serverInProof(person.guildId),
  });
  if (asked === undefined) return { message: notice(wallet.PROVE, wallet.NO_PAGE) };
  return { message: proofMessage(asked.url, bot.desk.network.name, words) };
}

function proofMessage(url: string, network: NetworkName, words: Task['words']) {
  const { wallet, card } = words;
  const page = signLink(url, network, card, wallet.OPEN_PAGE);
  return {
    components: container('waiting', [
      text(`### ${wallet.PROVE}`),
      text(wallet.HOW_TO_PROVE),
      buttons(...page.button, button(wallet.LOOK_AGAIN, 'wallet-look', '')),
      ...(page.where === undefined ? [] : [text(`-# ${page.where}`)]),
    ]),
  };
}
