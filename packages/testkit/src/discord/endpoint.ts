/** Interactions over HTTP, as Discord sends them: signed with a key of its own, to an address that it has tried first. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import type { EndpointReply, Interaction } from './messages.ts';
import { snowflake } from './refusal.ts';

export type SignedRequest = { readonly headers: Record<string, string>; readonly body: string };

export type Endpoint = ReturnType<typeof createEndpoint>;

/** Discord waits 3 s, after which nothing counts as acknowledged; what is answered later is noted all the same. */
const WAITS_MS = 10_000;

export function createEndpoint(applicationId: string) {
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

  async function send(request: SignedRequest): Promise<EndpointReply> {
    const started = performance.now();
    const first = turn++;
    for (let tries = 0; tries < urls.length; tries++) {
      try {
        const reply = await post(urls[(first + tries) % urls.length] as string, request);
        return { ...reply, ms: performance.now() - started };
      } catch (thrown) {
        // A balancer asks the next one where no one listens; what may have been heard is not sent twice.
        if ((thrown as NodeJS.ErrnoException).code !== 'ECONNREFUSED') break;
      }
    }
    return { status: 0, body: '', ms: performance.now() - started };
  }

  return {
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'),
    signed,
    /**
     * Someone enters the "Interactions Endpoint URL" in the developer portal. Discord tries it, and refuses one that does
     * not check signatures. Of several, which are behind a balancer, each gets its turn.
     */
    enter: async (...entered: readonly string[]) => {
      for (const url of entered) await probe(url);
      urls = [...urls, ...entered];
    },
    /** Whether there is an address: then the gateway sends no interaction. */
    isEntered: () => urls.length > 0,
    /** Sends an interaction to the next one that listens; `onReply` with what was answered. */
    send: async (interaction: Interaction, data: object, onReply: (body: unknown) => void) => {
      const reply = await send(signed(data));
      interaction.replies.push(reply);
      if (reply.status === 200) onReply(JSON.parse(reply.body));
    },
  };
}

function signedBy(key: KeyObject, body: object | string, at: number): SignedRequest {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = String(Math.floor(at / 1_000));
  return {
    body: json,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Discord-Interactions/1.0 (+https://discord.com)',
      'x-signature-ed25519': sign(null, Buffer.from(timestamp + json), key).toString('hex'),
      'x-signature-timestamp': timestamp,
    },
  };
}

/** On a connection of its own: one that is kept alive may have ended with its process. */
function post(url: string, { headers, body }: SignedRequest): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(WAITS_MS);
    const asked = httpRequest(url, { method: 'POST', headers, agent: false, signal }, (response) => {
      text(response).then((read) => resolve({ status: response.statusCode ?? 0, body: read }), reject);
    });
    asked.once('error', reject).end(body);
  });
}
