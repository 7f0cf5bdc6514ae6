/** Helpers for people's actions in the local Discord, and for comparing the answers. */
import type { Desk } from '@countersign/core';
import { SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { messageHash } from '@countersign/core/signatures';
import type { DemoAccountName } from '@countersign/escrow-service';
import { foreignWords } from '../fixtures/spoken-texts.ts';
import type { FieldValues } from './components.ts';
import { answered, buttonsOf, type Discord, type Person, textOf, until } from './local-discord.ts';
import type { Interaction, Message } from './messages.ts';

export const addressOf = (name: DemoAccountName): string =>
  String(SANDBOX_ACCOUNTS.find((account) => account.name === name)?.address);

/** A member signs that their saved wallet is theirs. */
export async function proveWallet(
  desk: Desk,
  person: Parameters<Desk['for']>[0],
  name: DemoAccountName,
): Promise<void> {
  const link = await desk.for(person).askWalletProof({ address: addressOf(name), person: 'Ben', place: 'Here' });
  const token = link?.url.split('/').at(-1) as string;
  const signature = sandboxKeypair(name).sign(messageHash((await desk.walletProof(token)).text));
  await desk.proveWallet(token, Buffer.from(signature).toString('base64'));
}

/** Its texts without the marks that keep a stranger's text from formatting. */
export const plain = (message: Pick<Message, 'components'>): string => textOf(message).replaceAll('\\', '');

export const labels = (message: Pick<Message, 'components'>): string[] => buttonsOf(message).map(({ label }) => label);

export const contractIn = (card: Message): string => /`(C[A-Z2-7]{55})`/.exec(textOf(card))?.[1] as string;

/** Of a person whose Discord speaks Spanish, in a server that does. */
export const SPANISH = { locale: 'es-419', guildLocale: 'es-ES' } as const;

/** Typed as they are in every language: code, mentions, commands, fields of a file and of contracts, options before values. */
const AS_THEY_ARE =
  /`[^`]*`|\{[^\n]*|<[^>]*>|\*\*[\w[\].]+\*\* \((?:line|línea) \d+\)|\/escrow \w+|\b(?:another|from|escrow|status|file|otro): ?(?:True)?/g;

/** What the local Discord was sent, or a view built. */
type SentMessage = Pick<Message, 'components'> & Partial<Pick<Message, 'files'>>;

/** English words on a message for a Spanish reader, and in its files. @param quoted what strangers wrote on it */
export function foreignIn(message: SentMessage, quoted: readonly string[] = []): string[] {
  const files = (message.files ?? []).flatMap(({ name, text }) =>
    /\.xdr\.txt$|\.ya?ml$/.test(name) ? [] : [String(text)],
  );
  const own = quoted.reduce((text, each) => text.replaceAll(each, ' '), [plain(message), ...files].join('\n'));
  return foreignWords([own.replaceAll(AS_THEY_ARE, ' '), ...labels(message)].join('\n'));
}

/** @param name its label in the reader's language, or the action of its `custom_id` */
function pressedAs(message: Message, name: string): string {
  const isMeant = (label: string, id = '') => label === name || id.startsWith(`v1:${name}:`);
  const found = buttonsOf(message).find(({ label, custom_id }) => isMeant(label, custom_id));
  if (found?.custom_id === undefined) throw new Error(`no button ${name} on: ${textOf(message)}`);
  return found.custom_id;
}

/** @param discord asked at each call: a test opens its own */
export function talkIn(discord: () => Discord) {
  const answerBeside = async (interaction: Interaction, card: Message): Promise<Message> =>
    await until(() => interaction.messages.find((each) => each !== card && each.components !== undefined));
  const say = async (who: Person, command: string, options: Record<string, unknown> = {}): Promise<Message> =>
    await answered(discord().command(who, command, options as never));
  const press = async (who: Person, card: Message, name: string): Promise<Message> =>
    await answerBeside(discord().clickId(who, card, pressedAs(card, name)), card);
  /** Presses a button of an escrow, which the list opens by its address, id or title. */
  const pressOn = async (who: Person, escrow: string, name: string): Promise<Message> =>
    await press(who, await say(who, 'list', { escrow }), name);
  const change = async (who: Person, card: Message, name: string): Promise<Message> =>
    await answered(discord().clickId(who, card, pressedAs(card, name)));
  const open = async (who: Person, card: Message, name: string): Promise<Interaction> => {
    const click = discord().clickId(who, card, pressedAs(card, name));
    await until(() => click.modal);
    return click;
  };
  /** The panel of a new draft, by the form that `/escrow deploy` opens. */
  const draft = async (who: Person, values: FieldValues): Promise<Message> => {
    const command = discord().command(who, 'deploy');
    await until(() => command.modal);
    return await answered(discord().submitModal(who, command, values));
  };
  const fill = async (who: Person, card: Message, name: string, values: FieldValues): Promise<Message> =>
    await answerBeside(discord().submitModal(who, await open(who, card, name), values), card);
  return { say, draft, press, pressOn, change, open, fill };
}
