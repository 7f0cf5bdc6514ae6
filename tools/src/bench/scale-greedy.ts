/**
 * One tenant asks for a hundred times its share while ten others ask for theirs: what the others notice, compared with
 * the same run without it. Over MCP a tenant is a signed-in person, in Discord a server.
 */
import { randomUUID } from 'node:crypto';
import { answered, textOf } from '@countersign/testkit/discord/local-discord';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { openIssuer } from '@countersign/testkit/mcp/open-issuer';
import { Keypair } from '@stellar/stellar-sdk/base';
import { withResources } from '../command-line/resources.ts';
import { startFarService } from './far-service.ts';
import { type Figure, figure, percentile } from './figure.ts';
import { openLoop } from './open-loop.ts';
import { withMcpServer } from './people.ts';
import { OWN_BOT, withBot } from './program.ts';

/** A second. */
const SHARE = 0.5;
const TENANTS = 10;
const TIMES = 100;
/** Of the greedy tenant: one person alone would reach their own limit. */
const PEOPLE = 20;
/** The service's quota per minute: enough for the ten, far too little for the one. */
const QUOTA = 600;
const WARM_SECONDS = 4;
const SECONDS = 20;
/** The share of the others’ work without which no figure counts. */
const DONE = 0.98;
const P99_AIM = 1.25;
const ANSWERED_MS = 40_000;

/** Prepares an escrow of its own each time. @throws Error where it was refused */
type Person = () => Promise<void>;
type Measure = (personOf: (tenant: number) => Promise<Person>) => Promise<Figure[]>;

const SURFACES: Readonly<Record<string, (env: Record<string, string>, measure: Measure) => Promise<Figure[]>>> = {
  'MCP over HTTP': (env, measure) => onMcp(env, measure),
  Discord: onDiscord,
};

export async function greedyFigures(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, open] of Object.entries(SURFACES)) {
    await withResources(async (resources) => {
      const env = {
        COUNTERSIGN_DATA_DIR: await resources.folder(),
        ESCROW_API_URL: resources.use(await startFarService()).url,
        ESCROW_RATE_LIMIT: String(QUOTA),
        STELLAR_NETWORK: 'sandbox',
      };
      figures.push(...(await open(env, (personOf) => compare(name, personOf))));
    });
  }
  return figures;
}

async function compare(surface: string, personOf: (tenant: number) => Promise<Person>): Promise<Figure[]> {
  const people = (count: number, tenantAt: (index: number) => number) =>
    Promise.all(Array.from({ length: count }, (_, index) => personOf(tenantAt(index))));
  const others = await people(TENANTS, (index) => index);
  const greedy = await people(PEOPLE, () => TENANTS);
  const load = (by: readonly Person[], perSecond: number, seconds = SECONDS) =>
    openLoop(perSecond, seconds, async (number) => await by[number % by.length]?.());
  await load(others, SHARE * TENANTS, WARM_SECONDS);
  const without = await load(others, SHARE * TENANTS);
  const [together] = await Promise.all([load(others, SHARE * TENANTS), load(greedy, SHARE * TIMES)]);
  if (together.latencies.length < DONE * together.started) throw new Error('the other tenants’ work was not done');
  const [own, alone] = [together, without].map(({ latencies }) => percentile(latencies, 0.99)) as [number, number];
  const name = `one greedy tenant, ${surface}: the others’ p99`;
  return [figure(name, own, 'ms', { against: ['without it', alone], atMostTimes: P99_AIM })];
}

const newRequest = (signer: string) => requestInput({ signer, engagementId: randomUUID() });

function onDiscord(env: Record<string, string>, measure: Measure): Promise<Figure[]> {
  return withBot(OWN_BOT, { ...env, DISCORD_GUILD_ID: '' }, (discord) =>
    measure(async (tenant) => {
      const person = discord.person({ guildId: String(112_233_445_566_000_000n + BigInt(tenant)) });
      const signer = Keypair.random().publicKey();
      return async () => {
        const file = { file: JSON.stringify(newRequest(signer)) };
        const answer = await answered(discord.command(person, 'deploy', { file }), ANSWERED_MS);
        if (!textOf(answer).includes('Ready to sign')) throw new Error('it was refused');
      };
    }),
  );
}

/** Each person has an access token of their tenant. */
const onMcp = (env: Record<string, string>, measure: Measure): Promise<Figure[]> =>
  withResources(async (resources) =>
    withMcpServer(env, resources.use(await openIssuer()), (callOf) =>
      measure(async (tenant) => {
        const call = await callOf(`tenant-${tenant}`);
        const signer = Keypair.random().publicKey();
        return async () => {
          const answer = await call('deploy_escrow', { ...newRequest(signer), includeXdr: true });
          if (!answer.includes('"transactionHash"')) throw new Error('it was refused');
        };
      }),
    ),
  );
