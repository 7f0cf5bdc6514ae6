import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { expect, test } from 'vitest';
import { actionOf } from '../../actions/actions.ts';
import { readTransaction } from '../../envelope/index.ts';
import type { PreparedTransaction } from '../model/requests.ts';
import { openKept } from './kept-transaction.ts';

test('reports a ledger that was set aside when the stored transaction is whole, but not of a known contract', () => {
  const unsignedXdr = buildDeploy(request(), { operations: [] });
  const { hashHex: hash } = readTransaction(unsignedXdr, sandbox.passphrase);
  const open = () => openKept(actionOf('deploy'), { unsignedXdr, hash } as PreparedTransaction, sandbox);
  expect(open).toThrow(expect.objectContaining({ code: 'LEDGER_SET_ASIDE' }));
});
