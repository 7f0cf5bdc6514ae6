import { answer, deadUrl, html, type Scene, startScriptedService } from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
import { NETWORKS, networkWith } from '../escrow/network.ts';
import { requireSandbox } from './require-sandbox.ts';

const { passphrase: networkPassphrase, factory, wasmHash } = NETWORKS.sandbox;
const SANDBOX = { networkPassphrase, factory, wasmHash, tokens: [], accounts: [] };

describe('a sandbox that runs elsewhere', () => {
  test('is asked once, without any credential, and believed where it names the constants', async () => {
    const service = await startScriptedService(answer(200, SANDBOX));
    await expect(requireSandbox(`${service.url}/base/`)).resolves.toEqual({});
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
    expect((await requireSandbox(service.url)).rpcUrl).toBe(taken);
  });

  test.each<[string, Scene, string]>([
    ['a real network', answer(200, { ...SANDBOX, networkPassphrase: NETWORKS.testnet.passphrase }), 'SANDBOX_MISMATCH'],
    ['another factory', answer(200, { ...SANDBOX, factory: NETWORKS.testnet.tokens[0]?.address }), 'SANDBOX_MISMATCH'],
    ['another fee address', answer(200, { ...SANDBOX, feeAddress: factory }), 'SANDBOX_MISMATCH'],
    ['other code', answer(200, { ...SANDBOX, wasmHash: '00'.repeat(32) }), 'SANDBOX_MISMATCH'],
    ['a service that knows no sandbox', answer(404, { message: 'Cannot GET /sandbox' }), 'SANDBOX_MISMATCH'],
    ['a redirect', answer(302, '', { location: '/elsewhere' }), 'SANDBOX_MISMATCH'],
    ['a reply without the constants', answer(200, {}), 'SERVICE_REPLY_UNREADABLE'],
    ['a web page', html(200), 'SERVICE_REPLY_UNREADABLE'],
  ])('is refused for %s', async (_, scene, code) => {
    const service = await startScriptedService(scene);
    await expect(requireSandbox(service.url)).rejects.toMatchObject({ code });
  });

  const V1 = (() => {
    const { tokens: _, name: __, passphrase: networkPassphrase, ...pins } = networkWith('sandbox', 'v1');
    return { networkPassphrase, ...pins };
  })();

  test('of v1 is believed where it names all constants of v1', async () => {
    const service = await startScriptedService(answer(200, V1));
    await expect(requireSandbox(service.url, 'v1')).resolves.toEqual({});
  });

  test.each([
    ['another factory of single release', { single: { ...V1.single, factory } }],
    ['no single release', { single: undefined }],
    ['another fee address', { feeAddress: factory }],
  ])('of v1 is refused for %s', async (_, change) => {
    const service = await startScriptedService(answer(200, { ...V1, ...change }));
    await expect(requireSandbox(service.url, 'v1')).rejects.toMatchObject({ code: 'SANDBOX_MISMATCH' });
  });

  test.each([
    ['v1', { ...SANDBOX, dialect: 'seed' }, /speaks seed/, /ESCROW_API_DIALECT=seed.*--dialect v1/],
    ['v1', SANDBOX, /speaks seed/, /ESCROW_API_DIALECT=seed.*--dialect v1/],
    ['seed', V1, /speaks v1/, /ESCROW_API_DIALECT=v1.*--dialect seed/],
    ['seed', { ...SANDBOX, dialect: 'Sxyz' }, /speaks another dialect/, /^Start the service with --dialect seed\.$/],
  ] as const)(
    'where %s is expected and another dialect spoken, says what to set',
    async (wanted, said, what, remedy) => {
      const service = await startScriptedService(answer(200, said));
      await expect(requireSandbox(service.url, wanted)).rejects.toMatchObject({
        code: 'SANDBOX_MISMATCH',
        message: expect.stringMatching(what),
        operatorRemedy: expect.stringMatching(remedy),
      });
    },
  );

  test('that does not run is unreachable', async () => {
    await expect(requireSandbox(await deadUrl())).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
  });
});
