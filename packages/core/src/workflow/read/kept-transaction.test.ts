import { buildDeploy, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { expect, test } from 'vitest';
import { actionOf } from '../../actions/actions.ts';
import { readTransaction } from '../../envelope/index.ts';
import type { PreparedTransaction } from '../model/requests.ts';
import { openKept } from './kept-transaction.ts';

const unsignedXdr = buildDeploy(request(), { operations: [] });

test.each([
  [
    'a ledger that was set aside, when its hash is the stored one',
    readTransaction(unsignedXdr, sandbox.passphrase).hashHex,
    'LEDGER_SET_ASIDE',
  ],
  ['a damaged record, when its hash is not the stored one', '00', 'RECORD_DAMAGED'],
])('reports an unreadable transaction as %s', (_, hash, code) => {
  const open = () => openKept(actionOf('deploy'), { unsignedXdr, hash } as PreparedTransaction, sandbox);
  expect(open).toThrow(expect.objectContaining({ code }));
});
