/** Interactions over HTTP, as Discord sends them: signed with a key of its own, to an address that it has tried first. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { Interaction } from './messages.ts';
import { snowflake } from './snowflakes.ts';

export type SignedRequest = { readonly headers: Record<string, string>; readonly body: string };

/** `status` 0: no answer came. */
export type EndpointReply = { readonly status: number; readonly body: string; readonly ms: number };

export type Endpoint = {
  /** As the developer portal shows it. */
  readonly publicKey: string;
  /** What Discord would send of `body`, now or at another time (in milliseconds). */
  signed(body: object | string, at?: number): SignedRequest;
  /**
   * Somebody enters the "Interactions Endpoint URL" in the developer portal. Discord tries it, and refuses one that does
   * not check signatures. Of several, which stand for what is behind a balancer, each gets its turn.
   */
  enter(...urls: readonly string[]): Promise<void>;
  /** Whether there is an address: then the gateway tells of no interaction. */
  readonly isEntered: () => boolean;
  /** Sends an interaction to the next one that listens; `onReply` with what was answered within 3 s. */
  send(interaction: Interaction, data: object, onReply: (body: unknown) => void): Promise<void>;
};

/** Source: Discord's reference, "Receiving and Responding". */
const WAITS_MS = 3_000;

export function createEndpoint(applicationId: string): Endpoint {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  let urls: string[] = [];
  let turn = 0;
  const signed = (body: object | string, at = Date.now()) => signedBy(privateKey, body, at);

  /** A signature by somebody else, of another body, none at all; and a good one. */
  async function probe(url: string): Promise<void> {
    const ping = { id: snowflake(), application_id: applicationId, type: 1, token: 'ping', version: 1 };
    const good = signed(ping);
    const { privateKey: stranger } = generateKeyPairSync('ed25519');
    const bad = [
      signedBy(stranger, ping, Date.now()),
      { ...good, body: good.body.replace('ping', 'pong') },
      { ...good, headers: { 'content-type': 'application/json' } },
    ];
    for (const request of bad) {
      const { status } = await fetch(url, { method: 'POST', ...request });
      if (status !== 401) throw new Error(`the address answers ${status} to a request that is not Discord's`);
    }
    const response = await fetch(url, { method: 'POST', ...good });
    const type = response.headers.get('content-type') ?? '';
    const pong = (await response.json()) as { type?: number };
    if (response.status !== 200 || pong.type !== 1 || !type.startsWith('application/json')) {
      throw new Error(`the address does not answer PING: ${response.status} ${type} ${JSON.stringify(pong)}`);
    }
  }

  async function post(request: SignedRequest): Promise<EndpointReply> {
    const started = performance.now();
    const signal = AbortSignal.timeout(WAITS_MS);
    for (let tries = urls.length; tries > 0; tries--) {
      const url = urls[turn++ % urls.length] as string;
      try {
        const response = await fetch(url, { method: 'POST', ...request, signal });
        return { status: response.status, body: await response.text(), ms: performance.now() - started };
      } catch (thrown) {
        // A balancer asks the next one where nobody listens; what may have been heard is not sent twice.
        if (codeOf(thrown) !== 'ECONNREFUSED') break;
      }
    }
    return { status: 0, body: '', ms: performance.now() - started };
  }

  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    signed,
    enter: async (...entered) => {
      for (const url of entered) await probe(url);
      urls = [...urls, ...entered];
    },
    isEntered: () => urls.length > 0,
    send: async (interaction, data, onReply) => {
      const reply = await post(signed(data));
      interaction.replies.push(reply);
      if (reply.status === 200) onReply(JSON.parse(reply.body));
    },
  };
}

function signedBy(key: KeyObject, body: object | string, at: number): SignedRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = String(Math.floor(at / 1_000));
  return {
    body: text,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
      'x-signature-ed25519': sign(null, Buffer.from(timestamp + text), key).toString('hex'),
      'x-signature-timestamp': timestamp,
    },
  };
}

const codeOf = (thrown: unknown): unknown =>
  ((thrown as { cause?: { code?: unknown } }).cause ?? (thrown as { code?: unknown })).code;
