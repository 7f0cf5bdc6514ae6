/** Every field of the request's own schema that takes a text, and every other input of the desk. */
import { createTestDesk } from '@countersign/testkit/desk/test-desk';
import { requestInput } from '@countersign/testkit/fixtures/deploy-fixture';
import { stringFields, withText } from '@countersign/testkit/fixtures/string-fields';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldProblem, toCountersignError } from '../errors/errors.ts';
import { deployRequestSchema } from '../escrow/index.ts';
import { createSecretScanner } from '../secrets/secrets.ts';
import { createEscrowClient } from '../service/index.ts';
import type { PrepareInput } from './model/call-options.ts';

const AT_LEAST = 16;
const SECRETS = {
  seed: 'SBPEO4SNZTIBJLVVMUHZKGCYXR5EBBFK2Z2KV7ESZY7GJPN275I6MDCV',
  phrase: 'sphere capable recipe humor hole venture suffer donate parrot swamp march violin',
  credential: 'an-api-key-of-our-own',
};

test('a secret in any field of a request is refused by its path, and nothing is asked of the service', async ({
  task,
}) => {
  let asked = 0;
  const desk = createTestDesk({
    service: createEscrowClient({
      baseUrl: 'http://127.0.0.1:9',
      accessToken: 'x',
      apiKey: SECRETS.credential,
      requestsPerMinute: 50,
      fetch: () => {
        asked += 1;
        return Promise.reject(new Error('asked'));
      },
    }),
    policy: { maxFee: 50_000_000n, allowPartly: false, allowForeign: true, readOnly: false },
    scanner: createSecretScanner([SECRETS.credential]),
  });
  const fields = stringFields(schemaOf(deployRequestSchema));
  expect(fields.length).toBeGreaterThanOrEqual(AT_LEAST);
  let refused = 0;
  for (const secret of Object.values(SECRETS)) {
    for (const field of fields) {
      const error = await desk
        .prepare('deploy', withText(requestInput(), field, `mine: ${secret}`) as PrepareInput<'deploy'>)
        .then(() => undefined, toCountersignError);
      const path = field
        .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
        .join('')
        .slice(1);
      expect(error?.toView(), path).toMatchObject({
        code: 'SECRET_REFUSED',
        fields: [fieldProblem(path, secret === SECRETS.phrase ? 'PHRASE' : 'SECRET')],
      });
      expect(JSON.stringify(error?.toView())).not.toContain(secret);
      refused += 1;
    }
    for (const call of [
      () => desk.submit({ signedXdr: secret }),
      () => desk.submit({ id: secret }),
      () => desk.lookUp({ id: secret }),
      () => desk.lookUp({ transactionHash: secret }),
      () => desk.status(secret),
      () => desk.waitFor(secret, 0),
      () => desk.confirm('id', { amount: secret, shown: '' }),
      () => desk.confirm(secret, { amount: '1', shown: '' }),
      () => desk.discard(secret),
      () => desk.forget(secret),
      () => desk.titles(secret, 25),
      () => desk.declareFailed(secret),
      () => desk.end({ refundTo: secret }),
      () => desk.page('page').submit(secret),
      () => desk.page('page').confirm({ amount: secret, shown: '' }),
      () => desk.page('page').decline(`no: ${secret}`),
      () => desk.balances({ addresses: [secret] }),
      () => desk.balances({ signer: secret, addresses: [] }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: 'SECRET_REFUSED' });
      refused += 1;
    }
  }
  await desk.close();
  expect(asked).toBe(0);
  task.meta.figures = {
    proof: 'Secrets in every field',
    rows: {
      'fields of a deploy request that take a text': fields.length,
      'inputs of the desk with a secret, all refused': refused,
    },
  };
});

/** A list that is counted before it is read takes anything at first; what it takes then is what counts. */
function schemaOf(schema: z.core.$ZodType): unknown {
  return z.toJSONSchema(schema, {
    io: 'input',
    override: ({ zodSchema: { _zod }, jsonSchema }) => {
      if (_zod.def.type === 'pipe' && _zod.def.out._zod.def.type === 'array') {
        Object.assign(jsonSchema, schemaOf(_zod.def.out));
      }
    },
  });
}
