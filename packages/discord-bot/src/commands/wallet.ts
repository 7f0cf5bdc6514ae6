/** A person's own wallet in a server: shown, saved, changed, removed and proven. The desk keeps the proofs: its page must know them. */

import { CountersignError } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import type { NetworkName } from '@countersign/core/network';
import { format } from '@countersign/core/text/message';
import { type LookAlike, lookAlikeText } from '@countersign/core/words';
import type { Message } from '../discord/answers.ts';
import type { Command } from '../discord/interaction.ts';
import { type KnownWallet, knownWallet } from '../state/wallet-holders.ts';
import type { Wallet } from '../state/wallet-rows.ts';
import type { Reply, Task } from '../task.ts';
import { code, line, relativeTime } from '../views/markdown.ts';
import { button, buttons, container, notice, text } from '../views/parts.ts';
import { signLink } from '../views/signing.ts';
import type { Words } from '../words/index.ts';

/** `/escrow wallet`: remembers the person's own address. A change asks again, and so does a look-alike of a known one. */
export async function wallet(task: Task, command: Command): Promise<Reply[]> {
  const { bot, desk, person, words } = task;
  const known = await bot.state.wallet(person);
  const address = command.texts.get('address')?.trim();
  if (address === undefined) return [await showWallet(task)];
  const problem = addressProblem(address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  if (known?.address !== address) {
    const alike = await desk.lookAlikeOf(address, known === undefined ? [] : [known.address]);
    if (known !== undefined || alike !== undefined) return [{ message: walletChange(known, address, alike, words) }];
    await bot.state.setWallet(person, address);
  }
  return [await showWallet(task)];
}

/** @param address the new one, which the person saw whole next to the old one */
export async function changeWallet(task: Task, address: string): Promise<Reply> {
  const problem = addressProblem(address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
  await task.bot.state.setWallet(task.person, address);
  return await showWallet(task);
}

export async function removeWallet({ bot, person, words: { wallet: own } }: Task): Promise<Reply> {
  await bot.state.removeWallet(person);
  return { message: notice(own.removed, own.isRemoved) };
}

export async function showWallet({ bot, person, words }: Task): Promise<Reply> {
  return { message: walletShown(await knownWallet(bot, person), words) };
}

/** A person's own remembered address: always whole, and since when. */
function walletShown(wallet: KnownWallet | undefined, { wallet: own }: Words): Message {
  if (wallet === undefined) {
    return notice(own.none, own.giveOne);
  }
  const { address, setAt, provenAt } = wallet;
  const setAgo = relativeTime(setAt);
  const proofText =
    provenAt === undefined
      ? format(own.setSince, { when: setAgo })
      : format(own.provenSince, { when: setAgo, proven: relativeTime(provenAt) });
  return {
    components: container('plain', [
      text(`### ${own.yours}`),
      text(`${code(address)}\n${proofText} ${own.whatItDoes}`),
      buttons(
        ...(provenAt === undefined ? [button(own.proveIt, 'prove', '', 'Primary')] : []),
        button(own.removeIt, 'wallet-remove', '', 'Danger'),
      ),
    ]),
  };
}

/** More than the sentence has: neither address may be cut. */
const WHOLE = 2_000;

/** @param alike what the new address may be mistaken for */
function walletChange(
  known: Wallet | undefined,
  address: string,
  alike: LookAlike | undefined,
  { wallet: own, core }: Words,
): Message {
  const lines = [
    ...(known === undefined
      ? []
      : [format(own.currentAddress, { address: code(known.address), when: relativeTime(known.setAt) })]),
    format(own.newAddress, { address: code(address) }),
    ...(alike === undefined ? [] : [line(lookAlikeText(alike, core.LOOK_ALIKE), WHOLE)]),
    own.compare,
  ];
  return {
    components: container('waiting', [
      text(`### ${known === undefined ? own.save : own.change}`),
      text(lines.join('\n')),
      buttons(button(known === undefined ? own.saveIt : own.changeIt, 'wallet', address, 'Primary')),
    ]),
  };
}

/** *Prove it*: the page with the text that the wallet signs. It names the person by what they cannot choose. */
export async function proveWallet(task: Task): Promise<Reply> {
  const { bot, desk, person, interaction, words } = task;
  const address = (await bot.state.wallet(person))?.address;
  if (address === undefined) return await showWallet(task);
  const { wallet } = words;
  const proofLink = await desk.askWalletProof({
    address,
    person: format(wallet.personInProof, { name: interaction.userName, id: person.userId }),
    place: format(wallet.serverInProof, { id: person.guildId }),
  });
  if (proofLink === undefined) return { message: notice(wallet.prove, wallet.noPage) };
  return { message: proofMessage(proofLink.url, bot.desk.network.name, words) };
}

function proofMessage(url: string, network: NetworkName, words: Task['words']) {
  const { wallet, card } = words;
  const page = signLink(url, network, card, wallet.openPage);
  return {
    components: container('waiting', [
      text(`### ${wallet.prove}`),
      text(wallet.howToProve),
      buttons(...page.button, button(wallet.lookAgain, 'wallet-look', '')),
      ...(page.where === undefined ? [] : [text(`-# ${page.where}`)]),
    ]),
  };
}

/** The person's own saved address: no one else could sign for it. @throws CountersignError INPUT_INVALID */
export async function requireWallet({ bot, person, words }: Pick<Task, 'bot' | 'person' | 'words'>): Promise<string> {
  const address = (await bot.state.wallet(person))?.address;
  if (address !== undefined) return address;
  throw new CountersignError('INPUT_INVALID', {
    message: words.problems.noWallet,
    remedy: words.problems.giveWallet,
    language: words.language,
  });
}
