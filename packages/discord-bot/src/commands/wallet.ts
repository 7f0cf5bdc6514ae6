/** A person's own wallet in a server: shown, saved, changed, removed and proven. The desk keeps the proofs: its page must know them. */

import { CountersignError } from '@countersign/core/errors';
import { addressProblem } from '@countersign/core/escrow';
import { type NetworkName, SANDBOX_NAMES } from '@countersign/core/network';
import { format } from '@countersign/core/text/message';
import { type LookAlike, lookAlikeText } from '@countersign/core/words';
import type { Message, Modal } from '../discord/answers.ts';
import type { Command } from '../discord/interaction.ts';
import { showDraft } from '../draft/actions.ts';
import { deskOf } from '../state/state.ts';
import { type KnownWallet, knownWallet } from '../state/wallet-holders.ts';
import type { Wallet } from '../state/wallet-rows.ts';
import { type ButtonSpec, type FormSpec, type ModalContext, NO_REQUESTS, type Reply, type Task } from '../task.ts';
import { targetIn } from '../views/escrow-buttons.ts';
import { code, line, relativeTime } from '../views/markdown.ts';
import { button, buttons, container, link, modal, notice, text, textField } from '../views/parts.ts';
import { preparedReply } from '../views/prepared.ts';
import { signLink } from '../views/signing.ts';
import { invalid, type Words } from '../words/index.ts';

/** `/escrow wallet`: the person's own address here, and their limits; remembers an address that is given. */
export async function wallet(task: Task, { texts }: Command): Promise<Reply[]> {
  const address = texts.get('address')?.trim();
  return [address === undefined ? await showWallet(task) : await saveWallet(task, address)];
}

function requireAccount(address: string): void {
  const problem = addressProblem(address, ['account']);
  if (problem !== undefined) throw new CountersignError('INPUT_INVALID', { fields: [{ path: 'address', problem }] });
}

/** A change asks again, and so does a look-alike of a known one. */
async function saveWallet(task: Task, address: string): Promise<Reply> {
  const { bot, desk, person, words } = task;
  requireAccount(address);
  const known = await bot.state.wallet(person);
  if (known?.address !== address) {
    const alike = await desk.lookAlikeOf(address, known === undefined ? [] : [known.address]);
    if (known !== undefined || alike !== undefined) return { message: walletChange(known, address, alike, words) };
    await bot.state.setWallet(person, address);
  }
  return await showWallet(task);
}

/** @param address the new one, which the person saw whole next to the old one */
export async function changeWallet(task: Task, address: string): Promise<Reply> {
  requireAccount(address);
  await task.bot.state.setWallet(task.person, address);
  return await showWallet(task);
}

export async function removeWallet({ bot, person, words: { wallet: own } }: Task): Promise<Reply> {
  await bot.state.removeWallet(person);
  return { message: notice(own.removed, own.isRemoved) };
}

export async function showWallet({ bot, desk, person, words }: Task): Promise<Reply> {
  const { name } = bot.desk.network;
  return { message: walletShown(await knownWallet(bot, person), await desk.limits(), name, words) };
}

type OwnLimits = Awaited<ReturnType<Task['desk']['limits']>>;

/** A person's own remembered address: always whole, and since when; and what they limit for themselves. */
export function walletShown(
  wallet: KnownWallet | undefined,
  limits: OwnLimits,
  network: NetworkName,
  words: Words,
): Message {
  const { wallet: own } = words;
  const heading = wallet === undefined ? own.none : own.yours;
  return {
    components: container('plain', [
      text(`### ${heading}`),
      text(wallet === undefined ? own.giveOne : addressText(wallet, own)),
      ...limitParts(limits, words),
      ...(wallet === undefined || network !== 'testnet' ? [] : firstSteps(wallet.address, words)),
      ...(wallet !== undefined || network !== 'sandbox' ? [] : demoAccounts(words)),
      buttons(
        ...(wallet === undefined ? [button(own.saveMine, 'wallet-save', '', 'Primary')] : []),
        ...(wallet !== undefined && wallet.provenAt === undefined ? [button(own.proveIt, 'prove', '', 'Primary')] : []),
        ...(wallet === undefined || network === 'testnet' ? [] : [button(own.holdToken, 'wallet-token', '')]),
        button(own.limits, 'wallet-limits', ''),
        ...(wallet === undefined ? [] : [button(own.removeIt, 'wallet-remove', '')]),
      ),
    ]),
  };
}

/** What a new account on testnet needs, in this order. The person's own browser asks for it, not this bot. */
const firstSteps = (address: string, { wallet: own }: Words) => [
  text(own.onTestnet),
  buttons(
    ...link(own.testXlm, `https://friendbot.stellar.org/?addr=${address}`),
    button(own.holdToken, 'wallet-token', ''),
    ...link(own.testUsdc, 'https://faucet.circle.com/'),
  ),
];

/** On the sandbox, whose page signs for them. They hold test money. */
const demoAccounts = ({ wallet: own }: Words) => [
  text(own.onSandbox),
  buttons(...SANDBOX_NAMES.map(({ name, address }) => button(name, 'wallet', address))),
];

function addressText({ address, setAt, provenAt }: KnownWallet, own: Words['wallet']): string {
  const when = relativeTime(setAt);
  const proofText =
    provenAt === undefined
      ? format(own.setSince, { when })
      : format(own.provenSince, { when, proven: relativeTime(provenAt) });
  return `${code(address)}\n${proofText} ${own.whatItDoes}`;
}

function limitParts({ maxAmount, maxPerDay }: OwnLimits, { wallet: own, card }: Words) {
  const lines = [
    [own.oneEscrow, maxAmount],
    [own.oneDay, maxPerDay],
  ].flatMap(([label, limit]) =>
    limit === undefined ? [] : [`**${label}** ${format(card.atMost, { amount: line(limit) })}`],
  );
  return lines.length === 0 ? [] : [text(...lines, own.limitsNote)];
}

const WALLET_FIELD = 'address';

const walletModal = (customId: string, _: string, { words: { wallet: own } }: ModalContext): Modal =>
  modal(customId, own.saveMine, textField({ id: WALLET_FIELD, label: own.address, description: own.addressHow }));

/** What needs the person's wallet: where none is saved here, its form has a field for it, and opens for that alone. */
export const withWalletField = (spec: ButtonSpec): ButtonSpec => ({
  ...spec,
  modal: async (customId, id, modalContext) => {
    const { bot, person } = modalContext;
    const form = await spec.modal?.(customId, id, modalContext);
    if (targetIn(id) === undefined || (await bot.state.wallet(person)) !== undefined) return form;
    const { title, components } = walletModal(customId, id, modalContext);
    return {
      custom_id: customId,
      title: form?.title ?? title,
      components: [...components, ...(form?.components ?? [])],
    };
  },
});

/** Saves the wallet of such a form, and goes on. @param submit what the form does, or the button without one */
export const savingWallet =
  (submit: FormSpec['submit']): FormSpec['submit'] =>
  async (task, id, texts, values, files) => {
    const address = texts.get(WALLET_FIELD);
    if (address !== undefined) {
      const answer = await saveWallet(task, address.trim());
      if ((await task.bot.state.wallet(task.person)) === undefined) return answer;
    }
    return await submit(task, id, texts, values, files);
  };

type WalletForm = ButtonSpec & { readonly form: FormSpec };

const RULES = { access: 'everyone', acknowledgement: 'same', cost: NO_REQUESTS } as const;

/** A button that opens a form, and can do nothing without it. Any id is the person's own wallet. */
const opens = (modal: NonNullable<ButtonSpec['modal']>, form: FormSpec): WalletForm => ({
  ...RULES,
  press: showWallet,
  modal: (customId, id, modalContext) => (id === '' ? modal(customId, id, modalContext) : undefined),
  form,
});

export const WALLET_FORMS: readonly (readonly [string, WalletForm])[] = [
  [
    'wallet-save',
    opens(walletModal, {
      ...RULES,
      submit: (task, _, texts) => saveWallet(task, texts.get(WALLET_FIELD)?.trim() ?? ''),
    }),
  ],
  [
    'draft-wallet',
    {
      ...RULES,
      access: 'prepare',
      press: showDraft,
      modal: async (customId, id, modalContext) => {
        const draft = await modalContext.bot.state.drafts.find(modalContext.person, id);
        return draft && walletModal(customId, id, modalContext);
      },
      form: { ...RULES, access: 'prepare', submit: savingWallet(showDraft) },
    },
  ],
  ['wallet-limits', opens(limitsModal, { ...RULES, submit: setLimits })],
  [
    'wallet-token',
    opens(
      (customId, _, { words: { wallet: own } }) =>
        modal(customId, own.holdToken, textField({ id: 'token', label: own.token, description: own.tokenHow })),
      { ...RULES, access: 'allowed-roles', acknowledgement: 'new', submit: trustline },
    ),
  ],
];

async function limitsModal(customId: string, _: string, { bot, person, words }: ModalContext): Promise<Modal> {
  const { wallet: own } = words;
  const { maxAmount = '', maxPerDay = '' } = await deskOf(bot.desk, person).limits();
  const field = (id: string, label: string, value: string) =>
    textField({ id, label, description: own.limitHow, isOptional: true, value });
  return modal(
    customId,
    own.limits,
    field('max-amount', own.oneEscrow, maxAmount),
    field('max-per-day', own.oneDay, maxPerDay),
  );
}

async function setLimits(task: Task, _: string, texts: ReadonlyMap<string, string>): Promise<Reply> {
  const [maxAmount, maxPerDay] = ['max-amount', 'max-per-day'].map((id) => texts.get(id)?.trim() || undefined);
  await task.desk.setLimits({
    ...(maxAmount === undefined ? {} : { maxAmount }),
    ...(maxPerDay === undefined ? {} : { maxPerDay }),
  });
  return await showWallet(task);
}

/** For the person's own saved wallet, since no one else could sign it. */
async function trustline(task: Task, _: string, texts: ReadonlyMap<string, string>): Promise<Reply> {
  const signer = await requireWallet(task);
  const token = texts.get('token')?.trim() ?? '';
  return preparedReply(await task.desk.prepare('trust', { signer, token }, task.call), task.words);
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
  const [heading, yes] = known === undefined ? [own.save, own.saveIt] : [own.change, own.changeIt];
  return notice(heading, lines.join('\n'), 'waiting', button(yes, 'wallet', address, 'Primary'));
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
    place: interaction.guildId === undefined ? 'Discord' : format(wallet.serverInProof, { id: person.guildId }),
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
  throw invalid(words, { message: words.problems.noWallet, remedy: words.problems.giveWallet });
}
