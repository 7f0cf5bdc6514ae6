/** Replies that are too large, redirects, and what an error never holds; `every-reply.test.ts` has the others. */
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { REQUEST, SIGNER, TOKEN_CONTRACT } from '@countersign/testkit/service/requests';
import {
  answer,
  type Responder,
  reset,
  startScriptedService,
  TOKEN,
} from '@countersign/testkit/service/scripted-service';
import { expect, test } from 'vitest';
import { CountersignError } from '../../errors/errors.ts';
import { MAX_BODY_BYTES } from './http.ts';

async function deployError(...scenes: readonly Responder[]): Promise<CountersignError> {
  const service = await startScriptedService(...scenes);
  return service
    .client()
    .deploy(REQUEST)
    .then(
      () => expect.fail('the deploy was accepted'),
      (error) => error,
    );
}

test('one byte above the limit is refused, and one at the limit is read', async () => {
  const frame = JSON.stringify({ status: 'SUCCESS', unsignedTransaction: '' });
  const padded = (bytes: number) =>
    JSON.stringify({ status: 'SUCCESS', unsignedTransaction: 'A'.repeat(bytes - frame.length) });
  const error = await deployError(answer(201, padded(MAX_BODY_BYTES + 1)));
  expect(error.fields).toEqual([{ path: '(the whole reply)', problem: 'is larger than 1048576 bytes' }]);

  const service = await startScriptedService(answer(201, padded(MAX_BODY_BYTES)));
  const { unsignedTransaction } = await service.client().deploy(REQUEST);
  expect(unsignedTransaction).toHaveLength(MAX_BODY_BYTES - frame.length);
});

test('a compressed bomb is cut off by its size once it is unpacked', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  expect(bomb.length).toBeLessThan(MAX_BODY_BYTES);
  const before = process.memoryUsage().arrayBuffers;
  const error = await deployError(answer(201, bomb, { 'content-encoding': 'gzip' }));
  expect(error.fields).toEqual([{ path: '(the whole reply)', problem: 'is larger than 1048576 bytes' }]);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
});

test('an honest compressed reply is read', async () => {
  const body = gzipSync(JSON.stringify({ status: 'SUCCESS', unsignedTransaction: 'AAAA' }));
  const service = await startScriptedService(answer(201, body, { 'content-encoding': 'gzip' }));
  expect(await service.client().deploy(REQUEST)).toEqual({ unsignedTransaction: 'AAAA' });
});

test('does not follow a redirect, with any operation', async () => {
  const elsewhere = await startScriptedService(answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' }));
  const service = await startScriptedService(answer(307, '', { location: `${elsewhere.url}/deployer/multi-release` }));
  const client = service.client();
  await expect(client.deploy(REQUEST)).rejects.toMatchObject({ code: 'SERVICE_REDIRECTED' });
  await expect(client.getBalances({ signer: SIGNER, addresses: [TOKEN_CONTRACT] })).rejects.toMatchObject({
    code: 'SERVICE_REDIRECTED',
  });
  await expect(client.sendTransaction('AAAA')).resolves.toMatchObject({ kind: 'unknown' });
  expect(elsewhere.asked).toEqual([]);
  expect(service.asked).toHaveLength(3);
});

test.each<[string, Responder]>([
  ['a failure', answer(500, {})],
  ['a reset', reset],
])('%s never carries a credential or the request, however deep one looks', async (_, scene) => {
  const service = await startScriptedService(scene);
  const error = await service
    .client()
    .deploy(REQUEST, { deadline: Date.now() + 400 })
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CountersignError);
  const everything = inspect(error, { depth: 20, showHidden: true });
  expect(everything).not.toContain(TOKEN);
  expect(everything).not.toContain(REQUEST.title);
});
