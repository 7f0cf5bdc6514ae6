/** Channels and threads of the local Discord: the bot's permissions in each, and who can see them. */
import { type Channel, change, type Message, newMessage, type ShownFile } from './messages.ts';
import { Refusal, snowflake } from './refusal.ts';
import { type Plain, postProblems, threadProblems } from './rules.ts';

/** Source: Discord's reference, "Permissions". */
const BITS = {
  VIEW_CHANNEL: 1n << 10n,
  SEND_MESSAGES: 1n << 11n,
  ATTACH_FILES: 1n << 15n,
  MANAGE_THREADS: 1n << 34n,
  CREATE_PUBLIC_THREADS: 1n << 35n,
  CREATE_PRIVATE_THREADS: 1n << 36n,
  SEND_MESSAGES_IN_THREADS: 1n << 38n,
} as const;
export type Permission = keyof typeof BITS;

/** The permissions of a bot that was added with the README's link. */
const GIVEN: readonly Permission[] = [
  'VIEW_CHANNEL',
  'SEND_MESSAGES',
  'ATTACH_FILES',
  'CREATE_PUBLIC_THREADS',
  'CREATE_PRIVATE_THREADS',
  'SEND_MESSAGES_IN_THREADS',
];

const TEXT = 0;
const PRIVATE = 12;

export type Channels = Map<string, Channel>;

export type AboutChannel = {
  /** Permissions that the bot and people lack there. */
  readonly lacks?: readonly Permission[];
  readonly membersLack?: readonly Permission[];
  readonly seenBy?: readonly string[];
  readonly type?: number;
};

export function newChannel({ lacks = [], membersLack = [], seenBy, type = TEXT }: AboutChannel = {}): Channel {
  return {
    id: snowflake(),
    type,
    name: 'work',
    parent: undefined,
    permissions: new Set(GIVEN.filter((each) => !lacks.includes(each))),
    membersLack,
    members: new Set(),
    ...(seenBy === undefined ? {} : { seenBy: new Set(seenBy) }),
    archived: false,
    locked: false,
    messages: [],
  };
}

export const permissionBits = ({ permissions }: Channel): string => bitsOf([...permissions]);

export const memberBits = ({ membersLack }: Channel): string =>
  bitsOf(GIVEN.filter((each) => !membersLack.includes(each)));

const bitsOf = (permissions: readonly string[]): string =>
  String(permissions.reduce((bits, each) => bits | (BITS[each as Permission] ?? 0n), 0n));

export function sees(userId: string, { type, parent, members, seenBy }: Channel): boolean {
  if (parent !== undefined) return sees(userId, parent) && (type !== PRIVATE || members.has(userId));
  return seenBy === undefined || seenBy.has(userId);
}

export function channelData({ id, type, name, parent }: Channel) {
  return { id, type, name, ...(parent === undefined ? {} : { parent_id: parent.id }) };
}

type Body = { readonly json: Plain; readonly files: readonly ShownFile[] };
type Check = (problems: readonly string[]) => void;

/** Answers requests about channels; `undefined` for other paths. */
export function answerChannels(channels: Channels, method: string, path: string, body: Body, check: Check): unknown {
  const [, id, rest] = /^\/channels\/(\d+)(\/.*)?$/.exec(path) ?? [];
  if (id === undefined) return undefined;
  const channel = channels.get(id);
  if (channel === undefined) throw new Refusal(404, 10_003, 'Unknown Channel');
  if (!channel.permissions.has('VIEW_CHANNEL')) throw new Refusal(403, 50_001, 'Missing Access');
  if (method === 'POST' && rest === '/messages') return post(channel, body, check);
  if (method === 'POST' && rest === '/threads') return openThread(channels, channel, body.json, check);
  if (method === 'PATCH' && rest === undefined) return archive(channel, body.json, check);
  if (method === 'DELETE' && rest === undefined) return deleteThread(channels, channel);
  const [, member] = /^\/thread-members\/(\d+)$/.exec(rest ?? '') ?? [];
  if (method === 'PUT' && member !== undefined) return addMember(channel, member);
  if (method === 'GET' && member !== undefined) return memberOf(channel, member);
  if (method === 'GET' && rest === undefined) return channelData(channel);
  const [, messageId] = /^\/messages\/(\d+)$/.exec(rest ?? '') ?? [];
  const message = channel.messages.find((each) => each.id === messageId);
  if (messageId === undefined) throw new Refusal(404, 0, '404: Not Found');
  if (message === undefined) throw new Refusal(404, 10_008, 'Unknown Message');
  if (method === 'DELETE') {
    channel.messages.splice(channel.messages.indexOf(message), 1);
    return DONE;
  }
  if (method !== 'PATCH') throw new Refusal(405, 0, '405: Method Not Allowed');
  if (channel.archived) throw new Refusal(400, 50_083, 'Thread is archived');
  check(postProblems(body.json, namesOf(body), 'change', message.flags));
  if (body.files.length > 0) need(channel, 'ATTACH_FILES');
  return show(message, body);
}

export const DONE = Symbol('204');

function post(channel: Channel, body: Body, check: Check): unknown {
  need(channel, channel.parent === undefined ? 'SEND_MESSAGES' : 'SEND_MESSAGES_IN_THREADS');
  if (channel.archived && channel.locked) throw new Refusal(400, 50_083, 'Thread is archived');
  check(postProblems(body.json, namesOf(body), 'create', 0));
  if (body.files.length > 0) need(channel, 'ATTACH_FILES');
  const { nonce } = body.json as { nonce?: string };
  const same = nonce === undefined ? undefined : channel.messages.find((each) => each.nonce === nonce);
  if (same !== undefined) return { id: same.id };
  // A message unarchives a thread that is not locked.
  channel.archived = false;
  const message = { ...newMessage('bot', false), channel, nonce };
  channel.messages.push(message);
  const shown = show(message, body);
  const { users = [] } = body.json['allowed_mentions'] as { users?: string[] };
  message.mentions.push(...users);
  // A mention adds a person to a thread if they can see its channel.
  const { parent } = channel;
  if (parent !== undefined) for (const each of users) if (sees(each, parent)) channel.members.add(each);
  return shown;
}

function openThread(channels: Channels, channel: Channel, json: Plain, check: Check): unknown {
  if (channel.type !== TEXT) throw new Refusal(400, 50_024, 'Cannot execute action on this channel type');
  check(threadProblems(json));
  const type = Number(json['type'] ?? PRIVATE);
  need(channel, type === PRIVATE ? 'CREATE_PRIVATE_THREADS' : 'CREATE_PUBLIC_THREADS');
  // A thread has its channel's permissions.
  const { permissions, membersLack } = channel;
  const thread = { ...newChannel(), type, name: String(json['name']), parent: channel, permissions, membersLack };
  channels.set(thread.id, thread);
  return { id: thread.id, type, name: thread.name, parent_id: channel.id };
}

function addMember(thread: Channel, userId: string): unknown {
  if (thread.parent === undefined) throw new Refusal(400, 50_024, 'Cannot execute action on this channel type');
  need(thread, 'SEND_MESSAGES_IN_THREADS');
  if (thread.archived) throw new Refusal(400, 50_083, 'Thread is archived');
  if (!sees(userId, thread.parent)) throw new Refusal(403, 50_001, 'Missing Access');
  thread.members.add(userId);
  return DONE;
}

function memberOf(thread: Channel, userId: string): unknown {
  if (thread.parent === undefined) throw new Refusal(400, 50_024, 'Cannot execute action on this channel type');
  if (!thread.members.has(userId)) throw new Refusal(404, 10_007, 'Unknown Member');
  return { id: thread.id, user_id: userId, join_timestamp: '2024-01-01T00:00:00.000Z', flags: 0 };
}

/** The creator of a thread may archive it, and every thread here is the bot's. */
function archive(thread: Channel, json: Plain, check: Check): unknown {
  if (thread.parent === undefined) throw new Refusal(403, 50_013, 'Missing Permissions');
  if (Object.keys(json).join() !== 'archived') check(['only whether a thread is archived is changed here']);
  const isClosing = json['archived'] === true;
  if (thread.locked) need(thread, 'MANAGE_THREADS');
  else if (!isClosing) need(thread, 'SEND_MESSAGES_IN_THREADS');
  thread.archived = isClosing;
  return { id: thread.id, type: thread.type };
}

/** Needs the permission, even for the thread's creator. Source: Discord's reference, "Threads". */
function deleteThread(channels: Channels, thread: Channel): unknown {
  if (thread.parent === undefined) throw new Refusal(403, 50_013, 'Missing Permissions');
  need(thread, 'MANAGE_THREADS');
  channels.delete(thread.id);
  return { id: thread.id, type: thread.type };
}

function need({ permissions }: Channel, permission: Permission): void {
  if (!permissions.has(permission)) throw new Refusal(403, 50_013, 'Missing Permissions');
}

function show(message: Message, { json, files }: Body): unknown {
  change(message, json, files);
  return { id: message.id, type: 0, channel_id: message.channel?.id };
}

export const namesOf = ({ files }: Pick<Body, 'files'>): string[] => files.map(({ name }) => name);
