/** The start on a network that runs elsewhere: what must be set, and what the RPC must say of itself. */

import type { CountersignError } from '@countersign/core/errors';
import { KNOWN_PASSPHRASES } from '@countersign/core/network';
import { parseSettings } from '@countersign/core/settings';
import { failure } from '@countersign/testkit/desk/failure';
import { getNetwork, TESTNET } from '@countersign/testkit/rpc/rpc-answers';
import { type Answer, startRpcStandIn } from '@countersign/testkit/rpc/rpc-stand-in';
import { afterAll, describe, expect, test } from 'vitest';
import { networkSettings, startService } from './start-service.ts';

const ENV = {
  STELLAR_NETWORK: 'testnet',
  STELLAR_RPC_URL: 'https://rpc.example/v1/0123456789abcdef0',
  ESCROW_PINS: JSON.stringify({ factory: TESTNET.factory, wasmHash: TESTNET.wasmHash }),
  ESCROW_ACCESS_TOKEN: 'a-token-that-was-chosen',
  ESCROW_API_KEY: 'a-key-that-was-chosen',
};
const settingsOf = (env: Readonly<Record<string, string>>) =>
  networkSettings(parseSettings(env, { needsService: false }));

describe('the settings', () => {
  test('apply to a real network', () => {
    expect(settingsOf(ENV)).toEqual({
      network: TESTNET,
      rpcUrl: ENV.STELLAR_RPC_URL,
      accessToken: ENV.ESCROW_ACCESS_TOKEN,
      apiKey: ENV.ESCROW_API_KEY,
    });
    expect(settingsOf({ ...ENV, STELLAR_NETWORK: 'public' })?.network).toMatchObject({ name: 'public' });
  });

  test('say everything that is missing at once', async () => {
    const { factory, wasmHash } = TESTNET;
    const pins = (single: object) => ({ ESCROW_PINS: JSON.stringify({ factory, wasmHash, single }) });
    const v1 = { ESCROW_API_DIALECT: 'v1', ESCROW_ACCESS_TOKEN: '' };
    const cases: Readonly<Record<string, Readonly<Record<string, string>>>> = {
      everything: ENV,
      nothing: { STELLAR_NETWORK: 'public' },
      'nothing, in v1': { STELLAR_NETWORK: 'testnet', ...v1 },
      'no pins': { ...ENV, ESCROW_PINS: '{}' },
      'the factory alone': { ...ENV, ESCROW_PINS: JSON.stringify({ factory }) },
      'the code alone': { ...ENV, ESCROW_PINS: JSON.stringify({ wasmHash }) },
      'both pins of single release': { ...ENV, ...v1, ...pins({ factory, wasmHash }) },
      'the factory of single release alone': { ...ENV, ...v1, ...pins({ factory }) },
      'the code of single release alone': { ...ENV, ...v1, ...pins({ wasmHash }) },
      'no key in v1': { ...ENV, ...v1, ESCROW_API_KEY: '' },
      'a token of 15 characters': { ...ENV, ESCROW_ACCESS_TOKEN: 'a'.repeat(15) },
      'a token of 16 characters': { ...ENV, ESCROW_ACCESS_TOKEN: 'a'.repeat(16) },
      'a key of 15 characters': { ...ENV, ESCROW_API_KEY: 'a'.repeat(15) },
      'the sandbox’s token': { ...ENV, ESCROW_ACCESS_TOKEN: 'sandbox-access-token' },
      'the sandbox’s key': { ...ENV, ESCROW_API_KEY: 'sandbox-api-key' },
      'no credentials': { ...ENV, ESCROW_ACCESS_TOKEN: '', ESCROW_API_KEY: '' },
      'a sandbox': { STELLAR_RPC_URL: 'http://127.0.0.1:9' },
      'the embedded ledger': {},
    };
    const lines = Object.entries(cases).map(([title, env]) => {
      try {
        const { network, ...more } = settingsOf(env) ?? { network: undefined };
        return `${title}: ${network?.name} ${network?.dialect ?? 'seed'} ${JSON.stringify(more)}`;
      } catch (thrown) {
        const { code, message, fields = [] } = thrown as CountersignError;
        return `${title}: ${code} (${fields.map(({ path }) => path).join(', ')})\n  ${message.replaceAll('. ', '.\n  ')}`;
      }
    });
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('recorded/network-settings.txt');
  });
});

describe('the RPC', async () => {
  const rpc = await startRpcStandIn({ getNetwork: [getNetwork()] });
  afterAll(() => rpc.close());

  const patience = { answerMs: 1_000, readMs: 1_000, sendMs: 1_000, pausesMs: [10], pollMs: 10 };
  const start = (rpcUrl = rpc.url) =>
    startService({
      ...settingsOf(ENV),
      network: TESTNET,
      rpcUrl,
      accessToken: 'a',
      apiKey: 'b',
      port: 0,
      rateLimit: 0,
      patience,
    });
  const fails = async (message: RegExp | string, rpcUrl?: string) => {
    const error = await failure(start(rpcUrl));
    expect(error).toMatchObject({ code: 'SETTING_INVALID', message: expect.stringMatching(message) });
  };

  test('is asked once when it belongs to this network, and the service is ready', async () => {
    rpc.play({});
    const service = await start();
    expect(rpc.asked).toEqual(['getNetwork']);
    await service.close();
  });

  test.each([
    ...Object.entries(KNOWN_PASSPHRASES).filter(([name]) => name !== 'testnet'),
    ['another network', 'My Own Network ; 2026'],
  ])('is refused by name when it belongs to %s', async (name, passphrase) => {
    rpc.play({ getNetwork: [getNetwork(passphrase)] });
    await fails(`^STELLAR_RPC_URL is the RPC of ${name}, but STELLAR_NETWORK is testnet\\.$`);
  });

  test.each([
    ['is silent', 'silence', /did not answer in time/],
    ['wants another key', { status: 403 }, /HTTP status 403; the operator should check the key/],
    ['is a web page', { status: 200, body: '<html>' }, /does not serve as a Stellar RPC/],
    ['is another kind of JSON-RPC', { error: { code: -32601, message: 'no' } }, /does not serve as a Stellar RPC/],
  ] as [string, Answer, RegExp][])('is refused when it %s', async (_, answer, message) => {
    rpc.play({ getNetwork: [answer] });
    await fails(message);
  });

  test('is refused when it cannot be reached, without its address in the error', async () => {
    const gone = 'http://127.0.0.1:9/v1/0123456789abcdef0';
    await fails(/^STELLAR_RPC_URL does not serve as a Stellar RPC\. .*no connection(?!.*0123456789abcdef0)/, gone);
  });
});
