/** Discord's REST API, as far as a bot like ours uses it, with its refusals. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { answerChannels, type Channels, DONE, namesOf } from './channels.ts';
import type { Modal } from './components.ts';
import { change, type Interaction, type Message, newMessage, type ShownFile } from './messages.ts';
import { Refusal, snowflake } from './refusal.ts';
import { allParts, callbackProblems, commandsProblems, messageProblems, type Plain } from './rules.ts';

const V2 = 1 << 15;
const TOKEN_LIFE_MS = 15 * 60_000;
const ACKNOWLEDGE_MS = 3_000;

export type RestState = ReturnType<typeof newState>;

type Bot = Readonly<Record<'token' | 'applicationId' | 'publicKey', string>> & { readonly gatewayUrl: () => string };
type Failure = {
  readonly path: RegExp;
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
};

/** @param servers how many the bot is in, next to the one of `guildId` */
export const newState = (bot: Bot, servers: number) => ({
  ...bot,
  guildId: snowflake(Date.now() - 80_000_000),
  // Created at different milliseconds, which decide each one's shard.
  guilds: Array.from({ length: servers }, (_, index) => snowflake(Date.now() - index * 300_007)),
  /** Of the server, next to @everyone. */
  roles: [] as string[],
  interactions: new Map<string, Interaction>(),
  channels: new Map() as Channels,
  commands: new Map<string, unknown[]>(),
  /** `METHOD path` of everything that was requested, without its version. */
  requests: [] as string[],
  /** Bodies that Discord would refuse. */
  violations: [] as string[],
  /** Every `custom_id` that a message or a modal ever showed, even if no screen shows it any more. */
  shownIds: new Set<string>(),
  /** How long after an acknowledgement Discord knows of it everywhere. */
  lag: {} as { ms?: number },
  /** Acknowledgements are taken at once, and answered when this has come. */
  held: {} as { until?: Promise<unknown> },
  /** Answers with these before anything else, in their order, where the path matches. */
  failures: [] as Failure[],
});

export async function answerRest(state: RestState, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://x');
  const path = decodeURIComponent(url.pathname.replace(/^\/api\/v10/, ''));
  state.requests.push(`${request.method} ${path}`);
  const body = await readBody(request);
  const failure = state.failures.findIndex((entry) => entry.path.test(`${request.method} ${path}`));
  if (failure !== -1) {
    const [{ status, body: reply = {}, headers = {} } = { status: 500 }] = state.failures.splice(failure, 1);
    return send(response, status, reply, headers);
  }
  try {
    const result = route(state, request, path, body, url.searchParams);
    for (const id of idsIn(body)) state.shownIds.add(id);
    if (path.endsWith('/callback')) await state.held.until;
    // As the real one does: 204 comes without a content type.
    if (result === undefined || result === DONE) response.writeHead(204).end();
    else send(response, 200, result, LIMIT_HEADERS);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    send(response, thrown.status, { code: thrown.code, message: thrown.message }, LIMIT_HEADERS);
  }
}

function idsIn({ json }: Body): string[] {
  const { components = [], data } = json as { components?: unknown[]; data?: { custom_id?: string } };
  const parts = Array.isArray(components) ? allParts(components) : [];
  return [...parts.map((part) => part['custom_id']), data?.custom_id].filter((id) => typeof id === 'string');
}

const LIMIT_HEADERS = {
  'x-ratelimit-limit': '50',
  'x-ratelimit-remaining': '49',
  'x-ratelimit-reset-after': '1',
  'x-ratelimit-bucket': 'abcd1234',
};

type Body = { readonly json: Record<string, unknown>; readonly files: readonly ShownFile[] };

function route(state: RestState, request: IncomingMessage, path: string, body: Body, query: URLSearchParams): unknown {
  const { method = 'GET' } = request;
  const callback = /^\/interactions\/(\d+)\/([^/]+)\/callback$/.exec(path);
  if (method === 'POST' && callback) return acknowledge(state, callback[1] as string, callback[2] as string, body);
  const webhook = /^\/webhooks\/(\d+)\/([^/]+)(?:\/messages\/([^/]+))?$/.exec(path);
  if (webhook) return answer(state, method, webhook[1] as string, webhook[2] as string, webhook[3], body);
  if (request.headers.authorization !== `Bot ${state.token}`) throw new Refusal(401, 0, '401: Unauthorized');
  if (method === 'GET' && path === '/gateway/bot') {
    return {
      url: state.gatewayUrl(),
      shards: Math.max(1, Math.ceil(state.guilds.length / 1_000)),
      // The real one lets a bot of this size start one shard in 5 s, which is not tested here.
      session_start_limit: { total: 1_000, remaining: 999, reset_after: 0, max_concurrency: 16 },
    };
  }
  if (method === 'GET' && path === '/applications/@me')
    return { id: state.applicationId, name: 'countersign', verify_key: state.publicKey };
  const roles = /^\/guilds\/(\d+)\/roles$/.exec(path);
  if (method === 'GET' && roles) {
    if (roles[1] !== state.guildId) throw new Refusal(404, 10_004, 'Unknown Guild');
    return [{ id: state.guildId, name: '@everyone' }, ...state.roles.map((id) => ({ id, name: 'a role' }))];
  }
  const inChannel = answerChannels(state.channels, method, path, body, (problems) => check(state, problems));
  if (inChannel !== undefined) return inChannel;
  const commands = /^\/applications\/(\d+)(?:\/guilds\/(\d+))?\/commands$/.exec(path);
  if (commands) return registration(state, method, commands, body, query.get('with_localizations') === 'true');
  throw new Refusal(404, 0, '404: Not Found');
}

function registration(
  state: RestState,
  method: string,
  [path, application, guild]: readonly string[],
  { json }: Body,
  isWhole: boolean,
) {
  if (application !== state.applicationId) throw new Refusal(403, 20_012, 'You are not authorized');
  if (guild !== undefined && guild !== state.guildId) throw new Refusal(403, 50_001, 'Missing Access');
  if (method === 'GET') {
    const stored = state.commands.get(path as string) ?? [];
    // Discord leaves the other languages out, unless they are asked for.
    return isWhole
      ? stored
      : JSON.parse(JSON.stringify(stored, (key, value) => (isLocalised(key) ? undefined : value)));
  }
  check(state, commandsProblems(json));
  // Discord adds ids, versions and defaults.
  const stored = (json as unknown as Record<string, unknown>[]).map((command) => ({
    id: snowflake(),
    application_id: application,
    version: snowflake(),
    nsfw: false,
    default_member_permissions: null,
    ...command,
  }));
  state.commands.set(path as string, stored);
  return stored;
}

const isLocalised = (key: string): boolean => key.endsWith('_localizations');

export function acknowledge(
  state: RestState,
  id: string,
  token: string,
  { json }: { readonly json: unknown },
): undefined {
  const interaction = state.interactions.get(token);
  if (interaction?.id !== id || Date.now() - interaction.madeAt > ACKNOWLEDGE_MS) {
    throw new Refusal(404, 10_062, 'Unknown interaction');
  }
  if (interaction.acknowledgedAt !== undefined)
    throw new Refusal(400, 40_060, 'Interaction has already been acknowledged.');
  check(state, callbackProblems(json));
  const { type, data } = json as { type: number; data?: { flags?: number; components?: unknown[] } };
  for (const each of idsIn({ json: json as Plain, files: [] })) state.shownIds.add(each);
  if ((type === 8) !== interaction.isAutocomplete) {
    check(state, [interaction.isAutocomplete ? 'an autocompletion is answered by suggestions' : 'nothing to suggest']);
  }
  if (type === 9 && interaction.isModalSubmit) check(state, ['a modal in answer to a modal']);
  if (type === 4) check(state, messageProblems(data, [], 'create'));
  if (type === 6 && interaction.on === undefined) check(state, ['a change without a message']);
  interaction.acknowledgedAt = performance.now();
  if (type === 8) interaction.choices = (data as unknown as { choices: Interaction['choices'] }).choices;
  else if (type === 9) interaction.modal = data as unknown as Modal;
  else {
    const message =
      type === 6 ? (interaction.on as Message) : newMessage(interaction.userId, ((data?.flags ?? 0) & 64) !== 0);
    interaction.original = message;
    interaction.messages.push(message);
    if (type === 4) show(state, message, { json: data as unknown as Plain, files: [] });
  }
  return undefined;
}

function answer(
  state: RestState,
  method: string,
  application: string,
  token: string,
  messageId: string | undefined,
  body: Body,
): unknown {
  const interaction = state.interactions.get(token);
  if (application !== state.applicationId || interaction?.acknowledgedAt === undefined || interaction.isAutocomplete)
    throw new Refusal(404, 10_015, 'Unknown Webhook');
  if (performance.now() - interaction.acknowledgedAt < (state.lag.ms ?? 0)) {
    throw new Refusal(404, 10_015, 'Unknown Webhook');
  }
  if (interaction.expired || Date.now() - interaction.madeAt > TOKEN_LIFE_MS) {
    throw new Refusal(401, 50_027, 'Invalid Webhook Token');
  }
  if (method === 'POST') {
    check(state, messageProblems(body.json, namesOf(body), 'create'));
    const message = newMessage(interaction.userId, (Number(body.json['flags'] ?? 0) & 64) !== 0);
    interaction.messages.push(message);
    return show(state, message, body);
  }
  const message =
    messageId === '@original' ? interaction.original : interaction.messages.find(({ id }) => id === messageId);
  if (message === undefined) throw new Refusal(404, 10_008, 'Unknown Message');
  if (method === 'GET') return { id: message.id, components: message.components };
  check(state, messageProblems(body.json, namesOf(body), 'change'));
  return show(state, message, body);
}

function show(state: RestState, message: Message, { json, files }: Body): unknown {
  const flags = Number(json['flags'] ?? 0);
  if ((message.flags & V2) !== 0 && (flags & V2) === 0) check(state, ['the V2 flag cannot be taken back']);
  if (JSON.stringify(json['allowed_mentions']) !== '{"parse":[]}') check(state, ['mentions are allowed']);
  change(message, json, files);
  return { id: message.id, type: 20, components: message.components, attachments: [] };
}

function check(state: RestState, problems: readonly string[]): void {
  if (problems.length === 0) return;
  state.violations.push(...problems);
  throw new Refusal(400, 50_035, `Invalid Form Body: ${problems.join('; ')}`);
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const bytes = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  if (bytes.length === 0) return { json: {}, files: [] };
  if (!type.startsWith('multipart/form-data')) return { json: JSON.parse(bytes.toString()), files: [] };
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const files = [...form.entries()].flatMap(([, value]) => (typeof value === 'string' ? [] : [value]));
  return {
    json: JSON.parse(String(form.get('payload_json'))),
    files: await Promise.all(
      files.map(async (file) => ({ name: file.name, text: await file.text(), bytes: await file.bytes() })),
    ),
  };
}

function send(response: ServerResponse, status: number, body: unknown, headers: Record<string, string>): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
