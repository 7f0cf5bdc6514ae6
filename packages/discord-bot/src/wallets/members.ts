/** Whose a wallet is in a server: the members for whom it stands when somebody is pinged, and who changed to it lately. */
import type { Desk } from '@countersign/core';
import { type APIMessageTopLevelComponent, ComponentType } from 'discord.js';
import type { Message } from '../interactions/answers.ts';
import type { Person, State } from '../state.ts';
import { code, relativeTime } from '../views/markdown.ts';
import { text } from '../views/parts.ts';
import type { Words } from '../words/index.ts';
import type { WalletChange } from './wallet-rows.ts';

const LATELY_MS = 7 * 24 * 3_600_000;
/** Few enough to fit on a full card; it is rare that several people changed their wallets lately. */
const MOST_SAID = 2;
const ADDRESS = /\bG[A-Z2-7]{55}\b/g;

/**
 * Says on whatever shows an address that a member of this server saved it lately in the place of another one. Nothing
 * proves a saved wallet, so a change may be somebody else's who uses the member's account.
 * @param person the viewer, who knows of their own change
 * @param named addresses that it shows only by members' names
 */
export async function withNewWallets(
  message: Message,
  person: Person,
  state: Pick<State, 'changesTo'>,
  now: number,
  { wallet }: Words,
  named: readonly string[] = [],
): Promise<Message> {
  const shown = message.components.flatMap(textsIn).flatMap((each) => each.match(ADDRESS) ?? []);
  const addresses = new Set([...shown, ...named]);
  const since = now - LATELY_MS;
  const found = await Promise.all([...addresses].map((address) => state.changesTo(person.guildId, address, since)));
  const changes = found.flat().filter(({ userId }) => userId !== person.userId);
  if (changes.length === 0) return message;
  const left = changes.length - MOST_SAID;
  const lines = [
    ...changes.slice(0, MOST_SAID).map((each) => sentence(each, wallet)),
    ...(left > 0 ? [wallet.moreChanged(left)] : []),
  ];
  const [first, ...others] = message.components;
  if (first?.type !== ComponentType.Container) return message;
  const [headline, ...rest] = first.components;
  if (headline === undefined) return message;
  const components = [headline, text(lines.join('\n')), ...rest];
  return { ...message, components: [{ ...first, components }, ...others] };
}

function sentence({ userId, address, at }: WalletChange, { changedLately }: Words['wallet']): string {
  return changedLately(`<@${userId}>`, code(address), relativeTime(at));
}

function textsIn(part: APIMessageTopLevelComponent): string[] {
  if (part.type === ComponentType.TextDisplay) return [part.content];
  if (part.type !== ComponentType.Container) return [];
  return part.components.flatMap((each) => {
    if (each.type === ComponentType.Section) return each.components.map(({ content }) => content);
    return each.type === ComponentType.TextDisplay ? [each.content] : [];
  });
}

/** Where saved and proven wallets are read. */
export type Wallets = {
  readonly desk: Pick<Desk, 'walletProversOf'>;
  readonly state: Pick<State, 'wallet' | 'membersWith'>;
};

/**
 * The members who hold a wallet: those who have proven it, or, where nobody has, those who have saved it. Anybody can
 * save any wallet, so beside a proof that counts for nothing.
 */
export async function holdersOf(bot: Wallets, guildId: string, address: string): Promise<readonly string[]> {
  const proven = await proversOf(bot, guildId, address);
  return proven.length > 0 ? proven : await bot.state.membersWith(guildId, address);
}

/** The members who have proven a wallet, and have not saved another one since. */
export async function proversOf(
  { desk, state }: Wallets,
  guildId: string,
  address: string,
): Promise<readonly string[]> {
  const proven: string[] = [];
  for (const userId of await desk.walletProversOf(guildId, address)) {
    if ((await state.wallet({ guildId, userId }))?.address === address) proven.push(userId);
  }
  return proven;
}
