/** What the doctor reports about factories and code on the ledger, with an RPC on loopback. */
import { NETWORKS } from '@countersign/core/network';
import type { Finding } from '@countersign/mcp-server/command-line/doctor/findings';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { entries, escrowEntries, network, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';

const FACTORY = 'CAZZOSFFNQQSDOLPPGN5BDITMNSLZITXW4S7V5ISM5EAB2THBD7F2AHR';
const CODE = 'ab'.repeat(32);

/** @param code of the factory; absent: there is no factory */
async function pinsOf(code: string | undefined, env: Record<string, string>) {
  const standing =
    code === undefined ? [] : escrowEntries(FACTORY, { code, escrow: xdr.ScVal.scvVoid(), keptIn: 'entry' });
  const rpc = await startRpc({
    getNetwork: network(NETWORKS.public.passphrase),
    getLedgerEntries: entries(...standing),
  });
  const { stdout } = await runToolHere('doctor', ['--json'], {
    env: {
      COUNTERSIGN_DATA_DIR: temporaryFolder(),
      ESCROW_SERVICE: 'trustless-work',
      // Nobody listens there, so no live service is asked.
      ESCROW_API_URL: 'http://127.0.0.1:9',
      STELLAR_NETWORK: 'public',
      STELLAR_RPC_URL: rpc.url,
      ESCROW_API_KEY: 'id-of-a-key.secret-of-a-key',
      ...env,
    },
  });
  return new Map((JSON.parse(stdout) as Finding[]).map((finding) => [finding.subject, finding]));
}

test('without pins, each release is reported as not verified', async () => {
  const found = await pinsOf(undefined, {});
  for (const [name, release] of [
    ['ESCROW_FACTORY', 'multi'],
    ['ESCROW_FACTORY_SINGLE', 'single'],
  ] as const) {
    const message = expect.stringContaining(`no ${release}-release deploy can be verified`);
    expect(found.get(name)).toMatchObject({ state: 'note', message });
  }
});

test('a pinned factory’s code is read, to be verified and pinned', async () => {
  const found = await pinsOf(CODE, { ESCROW_FACTORY: FACTORY });
  expect(found.get('ESCROW_FACTORY')).toMatchObject({ state: 'note', message: expect.stringContaining(CODE) });
  expect(found.get('ESCROW_FACTORY')?.message).toMatch(/explain_xdr .* Then set ESCROW_WASM_HASH to it\.$/);
});

test('a factory that runs the pinned code is sound; one with other code, or none, is wrong', async () => {
  const pinned = { ESCROW_FACTORY: FACTORY, ESCROW_WASM_HASH: CODE };
  expect((await pinsOf(CODE, pinned)).get('ESCROW_FACTORY')?.state).toBe('ok');
  const other = 'cd'.repeat(32);
  expect((await pinsOf(other, pinned)).get('ESCROW_FACTORY')).toMatchObject({
    state: 'wrong',
    message: `runs code ${other}; the pinned code of its escrows is ${CODE}.`,
  });
  expect((await pinsOf(undefined, pinned)).get('ESCROW_FACTORY')).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining('does not stand on this network'),
  });
});
