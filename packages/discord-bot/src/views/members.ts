/** Names members in a message: who holds the wallets that it shows, and who changed to one lately. */
import { format } from '@countersign/core/text/message';
import { type APIMessageTopLevelComponent, ComponentType } from 'discord.js';
import type { Message } from '../discord/answers.ts';
import type { Person, State } from '../state/state.ts';
import { holdersOf, type Wallets } from '../state/wallet-holders.ts';
import type { WalletChange } from '../state/wallet-rows.ts';
import type { Words } from '../words/index.ts';
import { code, relativeTime } from './markdown.ts';
import { firstLines, text } from './parts.ts';

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
  const addresses = new Set([...shown, ...named, ...(message.named ?? [])]);
  const recentFrom = now - LATELY_MS;
  const found = await Promise.all(
    [...addresses].map((address) => state.changesTo(person.guildId, address, recentFrom)),
  );
  const changes = found.flat().filter(({ userId }) => userId !== person.userId);
  if (changes.length === 0) return message;
  const lines = firstLines(
    changes.map((each) => sentence(each, wallet)),
    MOST_SAID,
    wallet.moreChanged,
  );
  const [first, ...others] = message.components;
  if (first?.type !== ComponentType.Container) return message;
  const [headline, ...rest] = first.components;
  if (headline === undefined) return message;
  const components = [headline, text(...lines), ...rest];
  return { ...message, components: [{ ...first, components }, ...others] };
}

function sentence({ userId, address, at }: WalletChange, { changedLately }: Words['wallet']): string {
  return format(changedLately, { who: `<@${userId}>`, address: code(address), when: relativeTime(at) });
}

/** A message keeps so much room free that more mentions need not fit. */
const MOST_NAMED = 6;

/**
 * Names the member who holds a wallet: next to its address, with ✓ where they have proven it, and instead of it in the
 * other sentences of the message and, proven, as a payee of a short card. An address stays as it is if it has a name, or if no member or several hold it.
 */
export async function withMembers(
  message: Message,
  guildId: string,
  wallets: Wallets,
  { draft }: Words,
): Promise<Message> {
  const members = new Map<string, string>();
  const marks = new Map<string, string>();
  const proven = new Set<string>();
  const shown = message.components
    .flatMap(textsIn)
    .flatMap((each) => [WHOLE, PAYEE].flatMap((at) => each.match(at) ?? []));
  for (const address of new Set(shown.map((each) => each.replaceAll(/[*`]/g, '')))) {
    if (members.size === MOST_NAMED) break;
    const { members: holders, isProven } = await holdersOf(wallets, guildId, address);
    const [holder, another] = holders;
    if (holder === undefined || another !== undefined) continue;
    members.set(address, `<@${holder}>`);
    if (isProven) proven.add(address);
    marks.set(address, `<@${holder}>${isProven ? ' ✓' : ` (${draft.unproven})`}`);
  }
  if (members.size === 0) return message;
  const named = (content: string) =>
    content
      .replace(IN_A_SENTENCE, (address) => members.get(address) ?? address)
      .replace(PAYEE, (whole, address) =>
        proven.has(address) ? `${marks.get(address)}` : [whole, marks.get(address) ?? []].flat().join(' '),
      )
      .replace(WHOLE, (address) => [address, marks.get(address.slice(1, -1)) ?? []].flat().join(' '));
  return { ...message, components: message.components.map((part) => changeTexts(part, named)) };
}

/** After a role, not after a name that the reader has for it. */
const WHOLE = /(?<=^|\*\* |: )`G[A-Z2-7]{55}`/gm;
/** Of a short card: a proven member takes the place of the address. */
const PAYEE = /\*\*`(G[A-Z2-7]{55})`\*\*/g;
/** Not in an address of the web. */
const IN_A_SENTENCE = /(?<![`\w/=])G[A-Z2-7]{55}(?![`\w])/g;

function changeTexts(part: APIMessageTopLevelComponent, change: (content: string) => string) {
  const changed = <Part extends object>(each: Part): Part =>
    'content' in each && typeof each.content === 'string' ? { ...each, content: change(each.content) } : each;
  if (part.type !== ComponentType.Container) return changed(part);
  const components = part.components.map((each) =>
    each.type === ComponentType.Section ? { ...each, components: each.components.map(changed) } : changed(each),
  );
  return { ...part, components };
}

function textsIn(part: APIMessageTopLevelComponent): string[] {
  const texts: string[] = [];
  changeTexts(part, (content) => {
    texts.push(content);
    return content;
  });
  return texts;
}
