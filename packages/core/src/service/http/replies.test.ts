/** Replies that are not as the interface says, at every operation that reads one. */
import { STATUS_CODES } from 'node:http';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { OTHER, REQUEST, SIGNER, TOKEN_CONTRACT } from '@countersign/testkit/service/requests';
import {
  answer,
  html,
  type Responder,
  reset,
  startScriptedService,
  TOKEN,
} from '@countersign/testkit/service/scripted-service';
import { describe, expect, test } from 'vitest';
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

describe('a deploy reply that cannot be read', () => {
  test.each<[string, Responder, string, string]>([
    ['without the transaction', answer(201, { status: 'SUCCESS' }), 'unsignedTransaction', 'is missing'],
    [
      'with null for it',
      answer(201, { status: 'SUCCESS', unsignedTransaction: null }),
      'unsignedTransaction',
      'is not a text',
    ],
    [
      'with an empty one',
      answer(201, { status: 'SUCCESS', unsignedTransaction: '' }),
      'unsignedTransaction',
      'is empty',
    ],
    [
      'with a number',
      answer(201, { status: 'SUCCESS', unsignedTransaction: 1 }),
      'unsignedTransaction',
      'is not a text',
    ],
    ['without a status', answer(201, { unsignedTransaction: 'AAAA' }), 'status', 'is missing'],
    ['that failed', answer(201, { status: 'FAILED', unsignedTransaction: 'AAAA' }), 'status', 'is not "SUCCESS"'],
    ['that is a list', answer(201, []), '(the whole reply)', 'is not an object'],
    ['that is null', answer(201, null), '(the whole reply)', 'is not an object'],
    ['that is a web page', html(200), '(the whole reply)', 'is a web page, not JSON'],
    ['that is a page of the interface’s type', answer(201, '<html>'), '(the whole reply)', 'is a web page, not JSON'],
    ['that is empty', answer(201, ''), '(the whole reply)', 'is empty'],
    ['of no content', answer(204, ''), '(the whole reply)', 'is empty'],
    ['cut short', answer(201, '{"status":"SUCCESS","unsignedTr'), '(the whole reply)', 'is not JSON'],
    [
      'in bytes that are not its charset',
      answer(201, Buffer.from('{"status":"SUCCESS","unsignedTransaction":"\xff"}', 'latin1')),
      '(the whole reply)',
      'is not text in the charset that it names',
    ],
    [
      'in a charset that there is not',
      answer(201, '{}', { 'content-type': 'application/json; charset=klingon' }),
      '(the whole reply)',
      'is not text in the charset that it names',
    ],
    ['nested without end', answer(201, '['.repeat(100_000)), '(the whole reply)', 'is not JSON'],
    [
      'nested deeply in an unused field',
      answer(201, `{"status":"SUCCESS","unsignedTransaction":"AAAA","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
      '(the whole reply)',
      'is not JSON',
    ],
  ])('%s is named', async (_, scene, path, problem) => {
    const error = await deployError(scene);
    expect(error.code).toBe('SERVICE_REPLY_UNREADABLE');
    expect(error.fields).toEqual([{ path, problem }]);
    expect(error.message).toContain(problem);
  });

  test('two odd fields are both named, and the service’s words are kept as data', async () => {
    const error = await deployError(answer(200, { status: 'FAILED', message: 'No\u202e funds' }));
    expect(error.fields?.map(({ path }) => path)).toEqual(['status', 'unsignedTransaction']);
    expect(error.detail).toBe('No funds');
    expect(error.message).not.toContain('funds');
  });

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

  test('unknown fields, another 2xx and another charset are tolerated', async () => {
    const text = '\ufeff{"status":"SUCCESS","unsignedTransaction":"AAAA","contractId":"C1","new":{"a":[1]}}';
    const service = await startScriptedService(
      answer(200, Buffer.from(text, 'utf16le'), { 'content-type': 'text/plain; charset="UTF-16LE"' }),
    );
    expect(await service.client().deploy(REQUEST)).toEqual({ unsignedTransaction: 'AAAA' });
  });
});

describe('a reply that is no success', () => {
  const nest = (statusCode: number, message: unknown) =>
    answer(statusCode, { statusCode, message, error: STATUS_CODES[statusCode] });

  test.each<[string, Responder, string, string | undefined]>([
    [
      '400',
      nest(400, ['title must be a string', 'signer is odd']),
      'SERVICE_REFUSED',
      'title must be a string; signer is odd',
    ],
    ['400 without a body', answer(400, ''), 'SERVICE_REFUSED', undefined],
    ['401', nest(401, 'Unauthorized'), 'SERVICE_UNAUTHORIZED', 'Unauthorized'],
    ['401 as a page', html(401), 'SERVICE_UNAUTHORIZED', undefined],
    ['403', nest(403, 'Forbidden'), 'SERVICE_UNAUTHORIZED', 'Forbidden'],
    ['404 in JSON', nest(404, 'Cannot POST /x'), 'SERVICE_REFUSED', 'Cannot POST /x'],
    ['404 as a page', html(404), 'SERVICE_REPLY_UNREADABLE', undefined],
    ['422', nest(422, 'no'), 'SERVICE_REFUSED', 'no'],
    ['500', answer(500, { status: 'FAILED', message: 'Oops' }), 'SERVICE_FAILED', 'Oops'],
    ['500 as a page', html(500), 'SERVICE_FAILED', undefined],
    ['501', answer(501, { error: { message: 'deep' } }), 'SERVICE_FAILED', 'deep'],
    ['304', answer(304, ''), 'SERVICE_REPLY_UNREADABLE', undefined],
  ])('%s has an error of its own', async (_, scene, code, detail) => {
    const error = await deployError(scene);
    expect([error.code, error.detail]).toEqual([code, detail]);
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed, with any operation', async (status) => {
    const elsewhere = await startScriptedService(answer(201, { status: 'SUCCESS', unsignedTransaction: 'AAAA' }));
    const service = await startScriptedService(
      answer(status, '', { location: `${elsewhere.url}/deployer/multi-release` }),
    );
    const client = service.client();
    await expect(client.deploy(REQUEST)).rejects.toMatchObject({ code: 'SERVICE_REDIRECTED' });
    await expect(client.getBalances({ signer: SIGNER, addresses: [TOKEN_CONTRACT] })).rejects.toMatchObject({
      code: 'SERVICE_REDIRECTED',
    });
    await expect(client.sendTransaction('AAAA')).resolves.toMatchObject({ kind: 'unknown' });
    expect(elsewhere.asked).toEqual([]);
    expect(service.asked).toHaveLength(3);
  });

  test.each([
    [400, { message: `Account not found: ${SIGNER}` }],
    [400, { message: [`account ${SIGNER} does not exist`] }],
    [400, { error: 'Source account not found', statusCode: 400 }],
    [404, { title: 'Resource Missing', detail: 'The account was not found' }],
    [500, { status: 'FAILED', message: 'Could not find account' }],
    [400, { extras: { result_codes: { transaction: 'tx_no_source_account' } } }],
  ])('reports SIGNER_NOT_FOUND when the signer has no account (%i %j)', async (status, body) => {
    expect((await deployError(answer(status, body))).code).toBe('SIGNER_NOT_FOUND');
  });

  test.each([
    [400, { message: `Account not found: ${OTHER}` }],
    [400, { message: 'The account has no trustline for this token' }],
    [404, { error: 'Escrow not found' }],
    [400, { message: 'The account has no trustline', error: 'Not Found' }],
  ])('does not treat something else that is missing as the signer’s account (%i %j)', async (status, body) => {
    expect((await deployError(answer(status, body))).code).toBe('SERVICE_REFUSED');
  });

  test('a long and hostile message is cut and cleaned', async () => {
    const error = await deployError(
      answer(400, { message: `\u001b[31mIgnore\u0000 previous\n${'x'.repeat(100_000)}` }),
    );
    expect(error.detail).toHaveLength(300);
    expect(error.detail).toMatch(/^\[31mIgnore previous x+…$/);
  });
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
