/**
 * The whole flow over all three surfaces, with canaries as credentials and in inputs, and a service that echoes what it
 * was given: no canary appears anywhere but where it belongs.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { startSandbox } from '@countersign/escrow-service';
import { startDiscord, textOf, until } from '@countersign/testkit/discord/discord';
import type { Interaction } from '@countersign/testkit/discord/messages';
import { requestFile, signCard } from '@countersign/testkit/discord/request';
import { REQUEST, SIGNER, signAs } from '@countersign/testkit/mcp/request';
import { HELLO, run } from '@countersign/testkit/mcp/run';
import { hasBrowser, launch, openLoneTab } from '@countersign/testkit/page/browser';
import { startProcess } from '@countersign/testkit/processes/start-process';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { sampled } from '@countersign/testkit/proof/share';
import { expect, onTestFinished, test } from 'vitest';
import { CANARIES, CREDENTIAL, canariesIn, expectNoCanary, formsOf } from './canaries.ts';
import { echoes } from './echoes.ts';
import { type Recorded, startRecorder } from './recorder.ts';

const API_KEY = 'canary-7e21/api=key+of&the%operator<9b>';
const RPC_KEY = 'canary0rpc1key2in3the4path5';
const RPC_QUERY = 'canary-rpc-key-in-the-query';

test('no secret leaks anywhere', async ({ task }) => {
  const folder = temporaryFolder();
  const sandbox = await startSandbox({ rateLimit: 0, accessToken: CREDENTIAL, apiKey: API_KEY });
  onTestFinished(() => sandbox.close());
  const service = await startRecorder(sandbox.url);
  // The address that a setting gives it has keys in its path and query.
  const ledger = await startRecorder(`${sandbox.rpcUrl}?`);
  const elsewhere = await startRecorder();
  const discord = await startDiscord();
  const rest = await startRecorder(discord.env['DISCORD_CDN_URL']);
  const secrets = { ...CANARIES, apiKey: API_KEY, rpcKey: RPC_KEY, rpcQuery: RPC_QUERY, discord: discord.token };
  const env = {
    ...discord.env,
    DISCORD_API_URL: `${rest.url}/api`,
    ESCROW_API_URL: service.url,
    ESCROW_ACCESS_TOKEN: CREDENTIAL,
    ESCROW_API_KEY: API_KEY,
    ESCROW_RATE_LIMIT: '10000',
    ESCROW_DEFAULT_SIGNER: SIGNER,
    STELLAR_NETWORK: 'sandbox',
    STELLAR_RPC_URL: `${ledger.url}/v1/${RPC_KEY}?key=${RPC_QUERY}`,
    COUNTERSIGN_DATA_DIR: folder,
    COUNTERSIGN_LOG: 'debug',
  };

  const seen: { where: string; what: string | Uint8Array }[] = [];
  const note = (where: string, what: string | Uint8Array) => void seen.push({ where, what });
  const assistant = await openAssistant(env);
  const bot = await openBot(env);
  const asked: Interaction[] = [];
  const person = discord.person();
  const command = async (name: string, options: Parameters<typeof discord.command>[2] = {}) => {
    const interaction = discord.command(person, name, options);
    asked.push(interaction);
    return await until(() => interaction.messages.find(({ components }) => components !== undefined));
  };
  let count = 0;
  const newRequest = () => {
    count += 1;
    return { engagementId: `CANARY-${count}` };
  };

  // The successful flow: prepared, signed on the page and by hand, settled, looked up, read.
  const first = await assistant.deploy({ ...REQUEST, ...newRequest() });
  await visitPage(first.signUrl, note);
  await deliver(first.signUrl, first, note);
  const second = await assistant.deploy({ ...REQUEST, ...newRequest() });
  expect(await assistant.call('submit_signed_xdr', { signedXdr: signed(second), id: second.id })).toContain('settled');
  expect(await assistant.call('get_escrow', { id: first.id })).toContain('settled');
  expect(await assistant.call('get_balances', { escrows: [second.escrow] })).toContain('"balance":"0"');
  const card = await command('deploy', { file: requestFile(newRequest()) });
  expect(textOf(card)).toContain('Ready to sign');
  expect(textOf(await command('submit', { file: signCard(card) }))).toContain('Settled');
  for (const name of ['list', 'wallet', 'help']) await command(name);
  await command('list', { escrow: second.escrow });
  await command('explain', { file: { file: second.unsignedXdr } });

  // Input that people should not give.
  for (const secret of Object.values(secrets)) {
    expect(await assistant.call('deploy_escrow', { ...REQUEST, title: secret })).toContain('SECRET_REFUSED');
    expect(await assistant.call('submit_signed_xdr', { signedXdr: secret })).toContain('SECRET_REFUSED');
    expect(await assistant.call('get_balances', { escrows: [secret] })).toContain('SECRET_REFUSED');
    await command('deploy', { file: requestFile({ description: secret }) });
    await command('submit', { xdr: secret });
    const fields = { signedXdr: secret, odd: secret };
    note('page, a secret in the body', await post(`${second.signUrl}/submit`, fields));
    note(
      'page, a secret in the address',
      await bodyOf(fetch(`${second.signUrl}/view?k=${encodeURIComponent(secret)}`)),
    );
  }

  // A ledger that echoes its address, and a service that echoes its input, at each step of each surface.
  let ledgerSpeaks = 0;
  ledger.answer = ({ url }) => {
    ledgerSpeaks += 1;
    return {
      status: ledgerSpeaks % 2 ? 500 : 200,
      body: JSON.stringify({ error: { code: -1, message: `at ${url}` } }),
    };
  };
  const ways = Object.entries(echoes(elsewhere.url));
  const faults = sampled(ways);
  let repeated = 0;
  for (const [, echo] of faults) {
    const toSend = await assistant.deploy({ ...REQUEST, ...newRequest() });
    const onPage = await assistant.deploy({ ...REQUEST, ...newRequest() });
    const onCard = await command('deploy', { file: requestFile(newRequest()) });
    service.answer = (request) => {
      const given = request.headers['x-api-key'] ?? request.headers['authorization']?.replace('Bearer ', '');
      if (given === undefined) return undefined;
      repeated += 1;
      return echo(given, request);
    };
    await assistant.call('deploy_escrow', { ...REQUEST, ...newRequest() });
    await assistant.call('get_balances', { escrows: [second.escrow] });
    await assistant.call('submit_signed_xdr', { signedXdr: signed(toSend), id: toSend.id });
    await assistant.call('get_escrow', { id: toSend.id });
    await command('deploy', { file: requestFile(newRequest()) });
    await command('list', { escrow: second.escrow });
    await command('submit', { file: signCard(onCard) });
    note('page, submit', await post(`${onPage.signUrl}/submit`, { signedXdr: signed(onPage) }));
    note('page, view', await bodyOf(fetch(`${onPage.signUrl}/view`)));
    note('page, ask again', await post(`${onPage.signUrl}/ask-again`, {}));
    note('page, renew', await post(`${onPage.signUrl}/renew`, {}));
    await visitPage(onPage.signUrl, note);
    service.answer = () => undefined;
  }
  await command('list', { status: 'open' });
  expect(repeated).toBeGreaterThan(faults.length * 6);

  for (const { where, file } of filesOf(folder)) note(`file ${where}, while it is used`, readFileSync(file));
  for (const { pid } of [assistant.child, bot.child]) note('arguments', readFileSync(`/proc/${pid}/cmdline`));
  note('assistant: stdout and stderr', await assistant.end());
  note('bot: stdout and stderr', await bot.end());
  for (const { where, file } of filesOf(folder)) note(`file ${where}`, readFileSync(file));
  for (const { messages } of asked) {
    const shown = messages.map(textOf).join('\n');
    note('Discord', `${JSON.stringify(messages)}\n${shown.replaceAll('\\', '')}`);
  }
  note('requests elsewhere', JSON.stringify(elsewhere.requests));
  for (const request of service.requests) note('request to the service', beyond(request, serviceCredential(request)));
  for (const request of ledger.requests) note('request to the ledger', beyond(request, 'url'));
  for (const request of rest.requests) {
    const ofTheBot = !/\/(interactions|webhooks)\//.test(request.url);
    note('request to Discord', beyond(request, ofTheBot ? 'authorization' : undefined));
  }

  expect(elsewhere.requests).toEqual([]);
  expect(service.requests.some(({ headers }) => headers['authorization'] === `Bearer ${CREDENTIAL}`)).toBe(true);
  expect(service.requests.some(({ headers }) => headers['x-api-key'] === API_KEY)).toBe(true);
  expect(ledger.requests.some(({ url }) => url.includes(RPC_KEY) && url.includes(RPC_QUERY))).toBe(true);
  for (const { where, what } of seen) expectNoCanary(where, what, secrets);
  const found = seen.filter(({ what }) => canariesIn(what, secrets).length > 0).length;
  task.meta.figures = {
    proof: 'Canary run',
    rows: {
      'secrets put into credentials and inputs': Object.keys(secrets).length,
      'forms in which each output was searched for them': Object.values(secrets).flatMap(formsOf).length,
      'forms in which the service repeated a credential': ways.length,
      'kinds of output searched': new Set(seen.map(({ where }) => where.split(/[ ,:]/)[0])).size,
      'outputs that held one': found,
    },
  };
});

test('the search finds a secret in every form', () => {
  for (const [name, secret] of Object.entries(CANARIES)) {
    for (const form of formsOf(secret)) expect(canariesIn(`…${form}…`)).toContain(name);
    const embedded = Buffer.from(`{"a":"x${secret}y"}`);
    expect(canariesIn(embedded.toString('base64'))).toContain(name);
    expect(canariesIn(embedded.toString('hex').toUpperCase())).toContain(name);
  }
});

type Prepared = Record<'id' | 'signUrl' | 'unsignedXdr' | 'transactionHash' | 'escrow', string>;

async function openAssistant(env: Record<string, string>) {
  const { child, send, result } = run(env);
  let id = 100;
  let stdout = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    stdout += chunk;
  });
  send(...HELLO);
  /** The text of the reply, as on stdout. */
  const call = async (name: string, input: Record<string, unknown>) => {
    id += 1;
    const start = `"id":${id}`;
    send({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: input } });
    return await until(() => {
      const line = stdout.split('\n').find((each) => each.endsWith('}') && each.includes(start));
      return line === undefined ? undefined : (JSON.parse(line).result.content[0].text as string);
    });
  };
  return {
    child,
    call,
    deploy: async (input: Record<string, unknown>): Promise<Prepared> => {
      const text = await call('deploy_escrow', { ...input, includeXdr: true });
      expect(text).toContain('"status":"prepared"');
      return JSON.parse(text);
    },
    end: async () => {
      child.stdin?.end();
      const { stdout, stderr } = await result;
      return stdout + stderr;
    },
  };
}

async function openBot(env: Record<string, string>) {
  const script = new URL('../packages/discord-bot/src/cli.ts', import.meta.url).pathname;
  const { child, ended, output } = startProcess([script], { env });
  await until(() => output().includes('"ready"'));
  return {
    child,
    end: async () => {
      child.kill('SIGTERM');
      await ended;
      return output();
    },
  };
}

const signed = ({ unsignedXdr, transactionHash }: Prepared) => signAs('client', unsignedXdr, transactionHash);

async function bodyOf(reply: Promise<Response>): Promise<string> {
  const response = await reply;
  return `${JSON.stringify([...response.headers])}\n${await response.text()}`;
}

const post = (url: string, body: unknown) =>
  bodyOf(
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: new URL(url).origin },
      body: JSON.stringify(body),
    }),
  );

async function deliver(
  signUrl: string,
  prepared: Prepared,
  note: (where: string, what: string) => void,
): Promise<void> {
  const text = await post(`${signUrl}/submit`, { signedXdr: signed(prepared) });
  expect(text).toContain('settled');
  note('page, submit', text);
}

/** The page without a browser; the first event is what a browser would get. */
async function visitPage(signUrl: string, note: (where: string, what: string) => void): Promise<void> {
  note('page', await bodyOf(fetch(signUrl, { headers: { 'sec-fetch-dest': 'document' } })));
  note('page, view', await bodyOf(fetch(`${signUrl}/view`)));
  const events = await fetch(`${signUrl}/events`);
  const reader = events.body?.pipeThrough(new TextDecoderStream()).getReader();
  note('page, events', String((await reader?.read())?.value));
  await reader?.cancel();
}

test.runIf(hasBrowser)('the page in a browser shows and keeps none either', async () => {
  const folder = temporaryFolder();
  const sandbox = await startSandbox({ rateLimit: 0, accessToken: CREDENTIAL, apiKey: API_KEY });
  onTestFinished(() => sandbox.close());
  const service = await startRecorder(sandbox.url);
  const assistant = await openAssistant({
    ESCROW_API_URL: service.url,
    ESCROW_ACCESS_TOKEN: CREDENTIAL,
    ESCROW_API_KEY: API_KEY,
    STELLAR_NETWORK: 'sandbox',
    COUNTERSIGN_DATA_DIR: folder,
  });
  const prepared = await assistant.deploy(REQUEST);
  const browser = await launch();
  onTestFinished(() => browser.close());
  const { page, oddities } = await openLoneTab(browser, new URL(prepared.signUrl).origin);
  await page.goto(prepared.signUrl);
  await page.getByText(REQUEST.title).first().waitFor();
  service.answer = () => ({ status: 400, body: JSON.stringify({ message: `no: ${CREDENTIAL} ${API_KEY}` }) });
  await post(`${prepared.signUrl}/submit`, { signedXdr: signed(prepared) });
  await page.reload();
  await page.getByText(REQUEST.title).first().waitFor();
  const kept = await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
  for (const text of [await page.content(), String(kept), ...oddities]) {
    expectNoCanary('the page', text, { ...CANARIES, apiKey: API_KEY });
  }
  await assistant.end();
});

function serviceCredential({ url }: Recorded): string | undefined {
  if (url.startsWith('/sandbox')) return undefined;
  return url.startsWith('/escrow/') ? 'x-api-key' : 'authorization';
}

/** A request without the place where its credential belongs. */
function beyond({ method, url, headers, body }: Recorded, place: string | undefined): string {
  const rest = Object.entries(headers).filter(([name]) => name !== place);
  return JSON.stringify([method, place === 'url' ? '' : url, rest]) + body;
}

function filesOf(folder: string): { where: string; file: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((where) => ({ where, file: path.join(folder, where) }))
    .filter(({ file }) => statSync(file).isFile());
}
