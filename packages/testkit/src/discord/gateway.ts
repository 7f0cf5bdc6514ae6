/** Discord's gateway: HELLO, IDENTIFY, heartbeats, RESUME, and ways to disturb a connection. */
import type { Server } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import parts from './guild.json' with { type: 'json' };
import { snowflake } from './refusal.ts';

type Shard = readonly [index: number, count: number];

type Session = {
  readonly id: string;
  readonly shard: Shard;
  socket: WebSocket | undefined;
  /** Number of the last event, and the events that resuming sends again. */
  sequence: number;
  readonly events: { s: number; t: string; d: unknown }[];
};

export type Gateway = ReturnType<typeof serveGateway>;

type GatewayOptions = {
  readonly token: string;
  readonly applicationId: string;
  readonly url: () => string;
  readonly guilds?: readonly string[];
};

const GUILDS_INTENT = 1;
/** More on one shard are refused. Source: Discord's reference, "Sharding". */
const MOST_GUILDS_ON_A_SHARD = 2_500;
const SHARDING_REQUIRED = 4011;

export function serveGateway(server: Server, { token, applicationId, url, guilds = [] }: GatewayOptions) {
  const sockets = new WebSocketServer({ server });
  const sessions = new Map<string, Session>();
  const counts = { identified: 0, resumed: 0, heartbeats: 0 };
  const identities: { intents: number }[] = [];
  let refusal: number | undefined;
  const send = (socket: WebSocket | undefined, payload: unknown) => socket?.send(JSON.stringify(payload));
  const push = (session: Session, t: string, d: unknown) => {
    session.sequence += 1;
    const event = { s: session.sequence, t, d };
    if (t !== 'GUILD_CREATE') session.events.push(event);
    send(session.socket, { op: 0, ...event });
  };
  const live = () => [...sessions.values()].filter(({ socket }) => socket?.readyState === 1);

  sockets.on('connection', (socket) => {
    send(socket, { op: 10, d: { heartbeat_interval: 41_250 } });
    socket.on('message', (raw) => {
      const { op, d } = JSON.parse(raw.toString());
      if (op === 1) {
        counts.heartbeats += 1;
        send(socket, { op: 11 });
      }
      if (op === 2) identify(socket, d);
      if (op === 6) resume(socket, d);
    });
    socket.on('close', () => {
      for (const session of sessions.values()) if (session.socket === socket) session.socket = undefined;
    });
  });

  function identify(socket: WebSocket, d: { token: string; intents: number; shard?: Shard }): void {
    const { intents, shard = [0, 1] } = d;
    const own = guilds.filter((id) => isOn(shard, id));
    if (d.token !== token) {
      socket.close(4004, 'Authentication failed.');
      return;
    }
    if (refusal !== undefined) {
      socket.close(refusal);
      return;
    }
    if (own.length > MOST_GUILDS_ON_A_SHARD) {
      socket.close(SHARDING_REQUIRED, 'Sharding required.');
      return;
    }
    counts.identified += 1;
    identities.push({ intents });
    const session: Session = { id: `session-${counts.identified}`, shard, socket, sequence: 0, events: [] };
    sessions.set(session.id, session);
    push(session, 'READY', {
      v: 10,
      user: {
        id: applicationId,
        username: 'countersign',
        discriminator: '0',
        global_name: null,
        avatar: null,
        bot: true,
      },
      // Whatever the intents are.
      guilds: own.map((id) => ({ id, unavailable: true })),
      session_id: session.id,
      resume_gateway_url: url(),
      shard,
      application: { id: applicationId, flags: 0 },
    });
    if ((intents & GUILDS_INTENT) !== 0)
      for (const id of own) push(session, 'GUILD_CREATE', newGuild(id, applicationId));
  }

  function resume(socket: WebSocket, d: { token: string; session_id: string; seq: number }): void {
    const session = sessions.get(d.session_id);
    if (session === undefined || d.token !== token) {
      send(socket, { op: 9, d: false });
      return;
    }
    counts.resumed += 1;
    session.socket = socket;
    for (const event of session.events) if (event.s > d.seq) send(socket, { op: 0, ...event });
    send(socket, { op: 0, t: 'RESUMED', s: session.sequence, d: {} });
  }

  return {
    /** Sends an event to every session on its server's shard; a disconnected session gets it when it resumes. */
    dispatch: (type: string, data: { readonly guild_id?: string }) => {
      for (const session of sessions.values()) if (isOn(session.shard, data.guild_id)) push(session, type, data);
    },
    connected: () => live().length,
    counts,
    identities,
    drop: () => {
      for (const { socket } of live()) socket?.terminate();
    },
    /** Op 7. */
    askToReconnect: () => {
      for (const { socket } of live()) send(socket, { op: 7, d: null });
    },
    /** Ends every session (op 9). */
    invalidate: (resumable: boolean) => {
      for (const session of live()) {
        send(session.socket, { op: 9, d: resumable });
        if (!resumable) sessions.delete(session.id);
      }
    },
    /** With a code that forbids reconnecting. */
    closeForGood: (code: number) => {
      for (const { socket } of live()) socket?.close(code);
    },
    /** Closes every new connection with this code when it identifies. */
    refuse: (code: number) => {
      refusal = code;
    },
    close: () => {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** Whether a shard gets a server's events; direct messages go to the first. Source: Discord's reference, "Sharding". */
function isOn([index, count]: Shard, guildId = '0'): boolean {
  return Number((BigInt(guildId) >> 22n) % BigInt(count)) === index;
}

/** A server as Discord describes it to a bot with the Guilds intent: a small one. */
const ROLES = 12;
const CHANNELS = 20;
const EMOJIS = 10;

/** What GUILD_CREATE holds. @param botId the one member that a bot without privileged intents hears of: itself */
function newGuild(id: string, botId: string): Record<string, unknown> {
  const roles = Array.from({ length: ROLES }, (_, index) => roleOf(id, index));
  return {
    ...parts.guild,
    id,
    name: `Server ${id}`,
    owner_id: snowflake(),
    roles: roles.map((role, position) => {
      const name = position === 0 ? '@everyone' : `Role number ${position}`;
      return { ...parts.role, id: role, name, position };
    }),
    channels: Array.from({ length: CHANNELS }, (_, position) => ({
      ...parts.channel,
      id: snowflake(),
      type: position % 5 === 4 ? 2 : 0,
      name: `channel-number-${position}`,
      position,
      last_message_id: snowflake(),
      permission_overwrites: [{ id, type: 0, allow: '0', deny: '2048' }],
    })),
    emojis: Array.from({ length: EMOJIS }, (_, index) => ({ ...parts.emoji, id: snowflake(), name: `emoji_${index}` })),
    members: [{ ...parts.member, user: { ...parts.user, id: botId }, roles: roles.slice(1, 2) }],
  };
}

/** Ids of a server's roles follow its own, which is also that of the first, @everyone. */
function roleOf(guildId: string, index: number): string {
  return String(BigInt(guildId) + BigInt(index));
}
