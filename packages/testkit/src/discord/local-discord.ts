/** A local Discord, small but strict: REST API, gateway, file server, and people who use it. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AboutChannel, channelData, memberBits, newChannel, sees } from './channels.ts';
import { chosenIn, type FieldValues, isSelect, resolvedOf, type SelectMenu, submissionOf } from './components.ts';
import { common, messageData, type Person, userData } from './deliveries.ts';
import { createEndpoint } from './endpoint.ts';
import { serveGateway } from './gateway.ts';
import { type Channel, type Interaction, type Message, newInteraction } from './messages.ts';
import { Refusal, snowflake } from './refusal.ts';
import { acknowledge, answerRest, newState } from './rest.ts';
import { allParts, PART } from './rules.ts';

export type { Person } from './deliveries.ts';
export type { Channel } from './messages.ts';

const TOKEN = 'MTA4NTU2NzIzNDU2Nzg5MDEyMw.GAbcDE.abcdefghijklmnopqrstuvwxyz0123456789AB';

export type Discord = Omit<OpenDiscord, 'close'>;
export type OpenDiscord = Awaited<ReturnType<typeof openDiscord>>;

type CommandOptions = Readonly<
  Record<
    string,
    | string
    | boolean
    | { readonly file: string; readonly name?: string }
    | { readonly url: string; readonly size?: number }
    | { readonly user: Person }
    | { readonly channel: Channel }
  >
>;
type About = { readonly madeAt?: number };

type DiscordOptions = {
  /** How many servers the bot is in. The one that people are in unless they say otherwise is not among them. */
  readonly servers?: number;
  readonly applicationId?: string;
};

/** Starts it. The caller must close it, and may check its `violations`. */
export async function openDiscord(options: DiscordOptions = {}) {
  const { servers = 0, applicationId = snowflake(Date.now() - 86_400_000) } = options;
  const uploads = new Map<string, Buffer>();
  const fetched: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (path.startsWith('/api/')) void answerRest(state, request, response);
    else serveFile(path, response);
  });
  const serveFile = (path: string, response: ServerResponse) => {
    fetched.push(path);
    const file = uploads.get(path);
    if (path.includes('/moved/')) response.writeHead(302, { location: path.replace('moved', 'here') }).end();
    else response.writeHead(file === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(file);
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gatewayUrl = () => base.replace('http', 'ws');
  const endpoint = createEndpoint(applicationId);
  const state = newState({ token: TOKEN, applicationId, publicKey: endpoint.publicKey, gatewayUrl }, servers);
  const gateway = serveGateway(server, {
    token: TOKEN,
    applicationId,
    url: gatewayUrl,
    guilds: state.guilds,
  });
  const upload = (text: string | Uint8Array, folder = '/ephemeral-attachments'): string => {
    const path = `${folder}/${snowflake()}/${snowflake()}/file.txt`;
    uploads.set(path, Buffer.from(text as string));
    return base + path;
  };
  const openChannel = (about?: AboutChannel): Channel => {
    const channel = newChannel(about);
    state.channels.set(channel.id, channel);
    return channel;
  };
  const channel = openChannel();
  /** The messages that a person sees there. @throws Error where they cannot see the channel */
  const messagesIn = ({ userId }: Person, where: Channel): readonly Message[] => {
    if (!sees(userId, where)) throw new Error(`${userId} does not see ${where.name}`);
    return where.messages;
  };
  const deliver = (person: Person, interaction: Interaction, specific: Record<string, unknown>) => {
    const { on } = interaction;
    if (on?.channel !== undefined && !messagesIn(person, on.channel).includes(on)) {
      throw new Error('the message is deleted');
    }
    state.interactions.set(interaction.token, interaction);
    const where = on?.channel ?? person.channel ?? channel;
    const data = { ...common(state, person, interaction, where), ...specific };
    interaction.sent = data;
    if (endpoint.isEntered()) void post(interaction, data);
    else gateway.dispatch('INTERACTION_CREATE', data);
    return interaction;
  };
  const post = (interaction: Interaction, data: object) =>
    endpoint.send(interaction, data, (json) => {
      try {
        acknowledge(state, interaction.id, interaction.token, { json });
      } catch (thrown) {
        // The bot gets no error; the violations list what is invalid.
        if (!(thrown instanceof Refusal)) throw thrown;
      }
    });
  const clickId = (person: Person, message: Message, customId: string, about: About = {}) =>
    deliver(person, newInteraction(person.userId, message, about.madeAt), {
      type: 3,
      data: { component_type: 2, custom_id: customId, id: 7 },
      message: messageData(state, message),
    });
  return {
    ...state,
    gateway,
    endpoint,
    /** Sends an interaction again, over the gateway or to the endpoint, as the real one never does. */
    again: async (interaction: Interaction, how: 'gateway' | 'http') => {
      const data = interaction.sent as { guild_id?: string };
      if (how === 'http') await post(interaction, data);
      else gateway.dispatch('INTERACTION_CREATE', data);
    },
    channel,
    openChannel,
    threadsOf: (parent: Channel) => [...state.channels.values()].filter((each) => each.parent === parent),
    messagesIn,
    deleteChannel: ({ id }: Channel) => void state.channels.delete(id),
    deleteMessage: (message: Message) =>
      void message.channel?.messages.splice(message.channel.messages.indexOf(message), 1),
    fetched,
    upload,
    /** What makes a bot come here instead of to the real one. */
    env: {
      DISCORD_TOKEN: TOKEN,
      DISCORD_APPLICATION_ID: applicationId,
      DISCORD_API_URL: `${base}/api`,
      DISCORD_CDN_URL: base,
    } as Record<string, string>,
    /** Next to it: what makes a bot hear over HTTP alone. */
    overHttp: { DISCORD_PUBLIC_KEY: endpoint.publicKey, DISCORD_GATEWAY: 'off', DISCORD_HTTP_PORT: '0' } as Record<
      string,
      string
    >,
    person: (about: Partial<Person> = {}): Person => ({ userId: snowflake(), ...about }),
    /** `/escrow name …`; a file is given by its text. Returns the interaction at once. */
    command: (person: Person, name: string, options: CommandOptions = {}, about: About = {}) => {
      const files = new Map<string, unknown>();
      const users = new Map<string, unknown>();
      const channels = new Map<string, unknown>();
      const given = Object.entries(options).map(([option, value]) => {
        if (typeof value === 'string') return { name: option, type: 3, value };
        if (typeof value === 'boolean') return { name: option, type: 5, value };
        if ('user' in value) {
          users.set(value.user.userId, userData(value.user));
          return { name: option, type: 6, value: value.user.userId };
        }
        if ('channel' in value) {
          const { id } = value.channel;
          channels.set(id, { ...channelData(value.channel), permissions: memberBits(value.channel) });
          return { name: option, type: 7, value: id };
        }
        const id = snowflake();
        const url = 'file' in value ? upload(value.file) : value.url;
        const size = 'file' in value ? Buffer.byteLength(value.file) : (value.size ?? 10);
        const filename = ('name' in value ? value.name : undefined) ?? 'file.txt';
        files.set(id, { id, filename, size, url, proxy_url: url, ephemeral: true });
        return { name: option, type: 11, value: id };
      });
      return deliver(person, newInteraction(person.userId, undefined, about.madeAt), {
        type: 2,
        data: {
          id: snowflake(),
          type: 1,
          name: 'escrow',
          options: [{ name, type: 1, options: given }],
          resolved: {
            attachments: Object.fromEntries(files),
            users: Object.fromEntries(users),
            channels: Object.fromEntries(channels),
          },
        },
      });
    },
    type: (person: Person, name: string, option: string, text: string) =>
      deliver(
        person,
        { ...newInteraction(person.userId, undefined), isAutocomplete: true },
        {
          type: 4,
          data: {
            id: snowflake(),
            type: 1,
            name: 'escrow',
            options: [{ name, type: 1, options: [{ name: option, type: 3, value: text, focused: true }] }],
          },
        },
      ),
    messageCommand: (
      person: Person,
      name: string,
      { content = '', files = [] }: { readonly content?: string; readonly files?: readonly string[] },
    ) => {
      const id = snowflake();
      const attachments = files.map((text) => {
        const url = upload(text, '/attachments');
        return { id: snowflake(), filename: 'message.txt', size: Buffer.byteLength(text), url, proxy_url: url };
      });
      const author = userData({ userId: snowflake() });
      return deliver(person, newInteraction(person.userId, undefined), {
        type: 2,
        data: {
          id: snowflake(),
          type: 3,
          name,
          target_id: id,
          resolved: { messages: { [id]: { id, type: 0, channel_id: snowflake(), author, content, attachments } } },
        },
      });
    },
    userCommand: (person: Person, name: string, targetId: string) =>
      deliver(person, newInteraction(person.userId, undefined), {
        type: 2,
        data: {
          id: snowflake(),
          type: 2,
          name,
          target_id: targetId,
          resolved: { users: { [targetId]: userData({ userId: targetId }) } },
        },
      }),
    click: (person: Person, message: Message, label: string, about?: About) => {
      const button = buttonsOf(message).find((each) => each.label === label);
      if (button?.custom_id === undefined) throw new Error(`no button ${label} on: ${textOf(message)}`);
      return clickId(person, message, button.custom_id, about);
    },
    clickId,
    /** Chooses in a select. @param name its placeholder or `custom_id`; values are ids, or those of its options */
    choose: (person: Person, message: Message, name: string, values: readonly string[]) => {
      const select = selectsOf(message).find((each) => each.placeholder === name || each.custom_id === name);
      if (select === undefined) throw new Error(`no select ${name} on: ${textOf(message)}`);
      const chosen = chosenIn(select, values, 'message');
      return deliver(person, newInteraction(person.userId, message), {
        type: 3,
        data: {
          component_type: select.type,
          custom_id: select.custom_id,
          id: 7,
          values: chosen,
          resolved: resolvedOf(select, chosen, userData),
        },
        message: messageData(state, message),
      });
    },
    /** Fills in the modal that a click opened, and submits it. @param values by the fields' `custom_id` */
    submitModal: (person: Person, { modal, on }: Interaction, values: FieldValues) => {
      if (modal === undefined) throw new Error('no modal was opened');
      return deliver(person, newInteraction(person.userId, on, Date.now(), true), {
        type: 5,
        data: submissionOf(modal, values, userData),
        ...(on === undefined ? {} : { message: messageData(state, on) }),
      });
    },
    close: () => {
      gateway.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Waits until `look` returns something; the default time is far more than anything here takes. */
export async function until<T>(look: () => T | undefined | false, ms = 100_000): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const seen = look();
    if (seen !== undefined && seen !== false) return seen;
    if (performance.now() > end) throw new Error(`it did not come to that within ${ms} ms: ${look}`);
    await sleep(10);
  }
}

export async function answered(interaction: Interaction, ms?: number): Promise<Message> {
  const before = interaction.on?.versions ?? 0;
  const message = await until(
    () =>
      interaction.messages.find((each) =>
        each === interaction.on ? each.versions > before : each.components !== undefined,
      ),
    ms,
  );
  return message;
}

export function textOf(message: Pick<Message, 'components'>): string {
  return allParts(message.components ?? [])
    .flatMap((part) => (part.type === PART.TEXT ? [String(part['content'])] : []))
    .join('\n');
}

export function buttonsOf(message: Pick<Message, 'components'>): { label: string; custom_id?: string; url?: string }[] {
  return allParts(message.components ?? []).filter(({ type }) => type === PART.BUTTON) as never;
}

function selectsOf(message: Message): SelectMenu[] {
  return allParts(message.components ?? []).flatMap((part) => (isSelect(part) ? [part] : []));
}
