/** One store with everything that serves people on it: MCP over HTTP for two issuers, the page, and a bot. */
import { NETWORKS } from '@countersign/core/network';
import { startTestBot } from '@countersign/testkit/discord/bot';
import { startDiscord } from '@countersign/testkit/discord/discord';
import { startHttp } from '@countersign/testkit/mcp/http-host';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { freePort } from '@countersign/testkit/processes/ports';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { type McpServer, tenantByMcp } from './by-mcp.ts';
import { tenantInDiscord } from './in-discord.ts';
import { bornIn } from './secrets.ts';
import type { Tenant } from './tenant.ts';

export type World = {
  readonly everybodys: Set<string>;
  /** A person of the first issuer, whose server is on this machine alone. */
  readonly first: (subject: string) => Promise<Tenant>;
  /** A person of the second issuer, whose server and page others reach too. */
  readonly second: (subject: string) => Promise<Tenant>;
  /** Anyone who has the token of the first server, as a person at that machine has it. */
  readonly local: () => Tenant;
  readonly member: (about: { readonly userId?: string; readonly guildId?: string }) => Tenant;
};

const PUBLIC_URL = 'https://escrow.example.org';
const TOKEN = '0123456789abcdef'.repeat(4);

/** @param store DATABASE_URL, or a data folder that all of them share */
export async function startWorld(store: Record<string, string>, service: Record<string, string>): Promise<World> {
  const settings = {
    ...service,
    STELLAR_NETWORK: 'sandbox',
    ESCROW_RATE_LIMIT: '100000',
    COUNTERSIGN_LOG: 'debug',
    ...store,
  };
  const [one, two, discord] = [await startIssuer(), await startIssuer(), await startDiscord()];
  const folder = () => store['COUNTERSIGN_DATA_DIR'] ?? temporaryFolder();
  const pagePort = await freePort();
  const here = await startHttp({
    ...settings,
    COUNTERSIGN_DATA_DIR: folder(),
    COUNTERSIGN_OAUTH_ISSUER: one.url,
    COUNTERSIGN_HTTP_TOKEN: TOKEN,
    COUNTERSIGN_PAGE_PORT: String(pagePort),
  });
  const there = await startHttp({
    ...settings,
    COUNTERSIGN_DATA_DIR: store['DATABASE_URL'] === undefined ? folder() : temporaryFolder(),
    COUNTERSIGN_OAUTH_ISSUER: two.url,
    COUNTERSIGN_PUBLIC_URL: PUBLIC_URL,
    COUNTERSIGN_PAGE_PORT: String(await freePort()),
  });
  const bot = await startTestBot(discord, {
    ...settings,
    COUNTERSIGN_DATA_DIR: store['DATABASE_URL'] === undefined ? folder() : temporaryFolder(),
    COUNTERSIGN_PAGE_PORT: String(await freePort()),
    DISCORD_PERSON_RATE_LIMIT: '100000',
    DISCORD_SERVER_RATE_LIMIT: '100000',
  });
  const everybodys = new Set(bornIn(JSON.stringify(NETWORKS.sandbox)));
  const local = `127.0.0.1:${pagePort}`;
  const first: McpServer = {
    port: here.port,
    stderr: here.stderr,
    page: { port: pagePort, host: local, origin: `http://${local}` },
    hasList: true,
  };
  const second: McpServer = {
    port: there.port,
    stderr: there.stderr,
    page: { port: there.port, host: new URL(PUBLIC_URL).host, origin: PUBLIC_URL },
    hasList: false,
  };
  const { lines, pageUrl } = bot;
  return {
    everybodys,
    first: async (subject) =>
      tenantByMcp('a person of an issuer', first, await one.token(subject, here.url), everybodys),
    second: async (subject) =>
      tenantByMcp('a person of another issuer', second, await two.token(subject, there.url), everybodys),
    local: () => tenantByMcp('the person at this machine', first, TOKEN, everybodys),
    member: (about) => tenantInDiscord('a member of a server', { discord, lines, pageUrl }, about, everybodys),
  };
}

/** Texts that two unrelated tenants both receive are public. */
export const common = (one: string, other: string): string[] => {
  const others = new Set(bornIn(other));
  return bornIn(one).filter((text) => others.has(text));
};
