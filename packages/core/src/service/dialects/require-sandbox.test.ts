import {
  answer,
  deadUrl,
  html,
  type Responder,
  startScriptedService,
} from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { NETWORKS, type Network, networkWith } from '../../escrow/network.ts';
import { requireSandbox } from '../probe.ts';

const { passphrase: networkPassphrase, factory, wasmHash, single } = NETWORKS.sandbox;
const SANDBOX = { networkPassphrase, factory, wasmHash, single, tokens: [], accounts: [] };
const [SEED, V1] = (['seed', 'v1'] as const).map((dialect) => networkWith('sandbox', dialect)) as [Network, Network];

describe('a sandbox that runs elsewhere', () => {
  test('is asked once, without any credential, and believed where it names the constants', async () => {
    const service = await startScriptedService(answer(200, SANDBOX));
    await expect(requireSandbox(`${service.url}/base/`, SEED)).resolves.toEqual({});
    expect(service.asked.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /base/sandbox']);
    expect(service.asked[0]?.headers).not.toHaveProperty('authorization');
    expect(service.asked[0]?.headers).not.toHaveProperty('x-api-key');
  });

  test.each<[string, string | undefined]>([
    ['http://127.0.0.1:4011/rpc', 'http://127.0.0.1:4011/rpc'],
    ['http://rpc.example/rpc', undefined],
    ['https://rpc.example/rpc', undefined],
    ['no address', undefined],
  ])('names its own ledger on this machine, and no other: %s', async (rpcUrl, taken) => {
    const service = await startScriptedService(answer(200, { ...SANDBOX, rpcUrl }));
    expect((await requireSandbox(service.url, SEED)).rpcUrl).toBe(taken);
  });

  test.each<[string, Responder, string]>([
    ['a real network', answer(200, { ...SANDBOX, networkPassphrase: NETWORKS.testnet.passphrase }), 'SANDBOX_MISMATCH'],
    ['another factory', answer(200, { ...SANDBOX, factory: NETWORKS.testnet.tokens[0]?.address }), 'SANDBOX_MISMATCH'],
    ['another fee address', answer(200, { ...SANDBOX, feeAddress: factory }), 'SANDBOX_MISMATCH'],
    [
      'another factory of single release',
      answer(200, { ...SANDBOX, single: { ...single, factory } }),
      'SANDBOX_MISMATCH',
    ],
    ['no single release', answer(200, { ...SANDBOX, single: undefined }), 'SANDBOX_MISMATCH'],
    ['other code', answer(200, { ...SANDBOX, wasmHash: '00'.repeat(32) }), 'SANDBOX_MISMATCH'],
    ['a service that knows no sandbox', answer(404, { message: 'Cannot GET /sandbox' }), 'SANDBOX_MISMATCH'],
    ['a redirect', answer(302, '', { location: '/elsewhere' }), 'SANDBOX_MISMATCH'],
    ['a reply without the constants', answer(200, {}), 'SERVICE_REPLY_UNREADABLE'],
    ['a web page', html(200), 'SERVICE_REPLY_UNREADABLE'],
  ])('is refused for %s', async (_, scene, code) => {
    const service = await startScriptedService(scene);
    await expect(requireSandbox(service.url, SEED)).rejects.toMatchObject({ code });
  });

  test.each([
    [V1, { ...SANDBOX, dialect: 'seed' }, /speaks seed/, /ESCROW_API_DIALECT=seed.*--dialect v1/],
    [V1, SANDBOX, /speaks seed/, /ESCROW_API_DIALECT=seed.*--dialect v1/],
    [SEED, { ...SANDBOX, dialect: 'v1' }, /speaks v1/, /ESCROW_API_DIALECT=v1.*--dialect seed/],
    [SEED, { ...SANDBOX, dialect: 'Sxyz' }, /speaks another dialect/, /^Start the service with --dialect seed\.$/],
  ] as const)(
    'is refused with the setting to change when it speaks another dialect',
    async (wanted, answered, what, remedy) => {
      const service = await startScriptedService(answer(200, answered));
      await expect(requireSandbox(service.url, wanted)).rejects.toMatchObject({
        code: 'SANDBOX_MISMATCH',
        message: expect.stringMatching(what),
        operatorRemedy: expect.stringMatching(remedy),
      });
    },
  );

  test('is unreachable when it does not run', async () => {
    await expect(requireSandbox(await deadUrl(), SEED)).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
  });
});
