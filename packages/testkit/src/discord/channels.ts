/** Channels and threads of the server, and what the bot posts there with its own token. */
import { type Message, newMessage } from './messages.ts';
import { allParts, messageProblems, PART } from './rules.ts';
import { snowflake } from './snowflakes.ts';

export const VIEW_CHANNEL = 1n << 10n;
export const SEND_MESSAGES = 1n << 11n;
const SEND_IN_THREADS = 1n << 38n;
export const MEMBERS_MAY = VIEW_CHANNEL | SEND_MESSAGES | SEND_IN_THREADS;

/** Source: Discord's reference, "Channel Types". */
const THREADS = [10, 11, 12];

export type Channel = {
  readonly id: string;
  readonly type: number;
  /** Of the bot there, and of members unless they say otherwise. */
  botMay: bigint;
  membersMay: bigint;
  isDeleted: boolean;
  /** What the bot posted, oldest first. */
  readonly posts: Post[];
};

/** A message that everybody in its channel sees. */
export type Post = Message & {
  readonly channel: Channel;
  /** Who was notified. */
  readonly pinged: readonly string[];
};

export function newChannel(about: Partial<Pick<Channel, 'type' | 'botMay' | 'membersMay'>> = {}): Channel {
  const { type = 0, botMay = MEMBERS_MAY, membersMay = MEMBERS_MAY } = about;
  return { id: snowflake(), type, botMay, membersMay, isDeleted: false, posts: [] };
}

export const isPost = (message: Message): message is Post => 'channel' in message;

/** Why the bot cannot write there, as Discord's code. */
export function writeRefusal(
  channel: Channel | undefined,
): readonly [status: number, code: number, words: string] | undefined {
  if (channel === undefined || channel.isDeleted) return [404, 10_003, 'Unknown Channel'];
  if ((channel.botMay & VIEW_CHANNEL) === 0n) return [403, 50_001, 'Missing Access'];
  const needed = THREADS.includes(channel.type) ? SEND_IN_THREADS : SEND_MESSAGES;
  return (channel.botMay & needed) === 0n ? [403, 50_013, 'Missing Permissions'] : undefined;
}

type PostBody = {
  readonly components?: readonly unknown[];
  readonly flags?: number;
  readonly nonce?: string;
  readonly enforce_nonce?: boolean;
  readonly allowed_mentions?: { readonly parse?: readonly string[]; readonly users?: readonly string[] };
};

/** Beside what holds of every message. */
export function postProblems(body: PostBody): string[] {
  const { allowed_mentions: allowed, nonce = '', flags = 0 } = body;
  const users = allowed?.users ?? [];
  return [
    ...messageProblems(body, [], 'post'),
    ...((flags & 64) === 0 ? [] : ['an ephemeral message in a channel']),
    ...(String(nonce).length > 25 ? ['a nonce of more than 25 characters'] : []),
    ...(allowed === undefined || (allowed.parse ?? []).length > 0 ? ['mentions are allowed'] : []),
    ...(users.length > 100 ? [`${users.length} mentions`] : []),
    ...users.flatMap((id) =>
      textIn(body.components).includes(`<@${id}>`) ? [] : [`${id} is allowed, and not mentioned`],
    ),
  ];
}

/** Known again by its nonce. Discord keeps nonces for some minutes. */
export function post(channel: Channel, body: PostBody, nonces: Map<string, Post>): Post {
  const known = body.enforce_nonce === true && body.nonce !== undefined ? nonces.get(body.nonce) : undefined;
  if (known !== undefined) return known;
  const users = body.allowed_mentions?.users ?? [];
  const message: Post = {
    ...newMessage('', false),
    channel,
    components: body.components ?? [],
    flags: body.flags ?? 0,
    versions: 1,
    shownAt: performance.now(),
    pinged: users.filter((id) => textIn(body.components).includes(`<@${id}>`)),
  };
  channel.posts.push(message);
  if (body.nonce !== undefined) nonces.set(body.nonce, message);
  return message;
}

const textIn = (components: readonly unknown[] = []): string =>
  allParts(components)
    .flatMap((part) => (part.type === PART.TEXT ? [String(part['content'])] : []))
    .join('\n');
