/** What the doctor reports about factories, code and its interface on the ledger, with an RPC on loopback. */
import { externalCode, NETWORKS } from '@countersign/core/network';
import { FOUND_UNCONFIRMED } from '@countersign/core/network/trustless-work';
import type { Finding } from '@countersign/mcp-server/command-line/doctor/findings';
import { codeWith, liveFunctions } from '@countersign/testkit/fixtures/contract-code';
import { temporaryFolder } from '@countersign/testkit/processes/temporary-folder';
import { codeEntry, entries, escrowEntries, network, startRpc } from '@countersign/testkit/rpc/scripted-rpc';
import { runToolHere } from '@countersign/testkit/tools/run-tool-here';
import { xdr } from '@stellar/stellar-sdk/base';
import { expect, test } from 'vitest';

const FACTORY = 'CAZZOSFFNQQSDOLPPGN5BDITMNSLZITXW4S7V5ISM5EAB2THBD7F2AHR';
const CODE = 'ab'.repeat(32);

/**
 * @param code of the factory; absent: there is no factory
 * @param pins as ESCROW_PINS has them
 */
async function pinsOf(code: string | undefined, pins: object | string, held: readonly xdr.LedgerEntryData[] = []) {
  const standing =
    code === undefined ? [] : escrowEntries(FACTORY, { code, escrow: xdr.ScVal.scvVoid(), keptIn: 'entry' });
  const rpc = await startRpc({
    getNetwork: network(NETWORKS.public.passphrase),
    getLedgerEntries: entries(...standing, ...held),
  });
  const { stdout } = await runToolHere('doctor', ['--json'], {
    env: {
      COUNTERSIGN_DATA_DIR: temporaryFolder(),
      ESCROW_SERVICE: 'trustless-work',
      // No one listens there, so no live service is asked.
      ESCROW_API_URL: 'http://127.0.0.1:9',
      STELLAR_NETWORK: 'public',
      STELLAR_RPC_URL: rpc.url,
      ESCROW_API_KEY: 'id-of-a-key.secret-of-a-key',
      ESCROW_PINS: typeof pins === 'string' ? pins : JSON.stringify(pins),
    },
  });
  return new Map((JSON.parse(stdout) as Finding[]).map((finding) => [finding.subject, finding]));
}

test('without pins, each release is reported as not verified', async () => {
  const found = await pinsOf(undefined, {});
  for (const [name, release] of [
    ['ESCROW_PINS factory', 'multi'],
    ['ESCROW_PINS single.factory', 'single'],
  ] as const) {
    const message = expect.stringContaining(`no ${release}-release deploy can be verified`);
    expect(found.get(name)).toMatchObject({ state: 'note', message });
  }
});

test('a pinned factory’s code is read, to be verified and pinned', async () => {
  const found = await pinsOf(CODE, { factory: FACTORY });
  expect(found.get('ESCROW_PINS factory')).toMatchObject({ state: 'note', message: expect.stringContaining(CODE) });
  expect(found.get('ESCROW_PINS factory')?.message).toMatch(/explain_xdr .* Then set ESCROW_PINS wasmHash to it\.$/);
});

test('a factory that runs the pinned code is sound; one with other code, or none, is wrong', async () => {
  const pinned = { factory: FACTORY, wasmHash: CODE };
  expect((await pinsOf(CODE, pinned)).get('ESCROW_PINS factory')?.state).toBe('ok');
  const other = 'cd'.repeat(32);
  expect((await pinsOf(other, pinned)).get('ESCROW_PINS factory')).toMatchObject({
    state: 'wrong',
    message: `runs code ${other}; the pinned code of its escrows is ${CODE}.`,
    remedy: expect.stringContaining('add it to the list in ESCROW_PINS wasmHash'),
  });
  const several = { factory: FACTORY, wasmHash: [CODE, other] };
  const found = await pinsOf(other, several);
  expect(found.get('ESCROW_PINS factory')?.state).toBe('ok');
  expect([...found.keys()]).toEqual(expect.arrayContaining(['ESCROW_PINS wasmHash', 'ESCROW_PINS wasmHash 2']));
  const owner = FOUND_UNCONFIRMED.factory;
  expect((await pinsOf(externalCode(owner), pinned)).get('ESCROW_PINS factory')).toMatchObject({
    state: 'wrong',
    message: `has code that ${owner} can replace at any time.`,
  });
  expect((await pinsOf(undefined, pinned)).get('ESCROW_PINS factory')).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining('is not on this network'),
  });
});

test('a factory that runs other code is reported with the functions of that code, as it describes them', async () => {
  const { bytes, hash } = codeWith(liveFunctions('multi', 'public', CHANGED));
  const found = await pinsOf(hash, { factory: FACTORY, wasmHash: CODE }, [codeEntry(bytes)]);
  expect(found.get('ESCROW_PINS factory')).toMatchObject({ state: 'wrong', message: expect.stringContaining(hash) });
  expect(found.get('functions of multi-release code that is not pinned')).toMatchObject({
    state: 'wrong',
    message: expect.stringContaining('approve_milestone takes (i128, address), not (u32, address)'),
  });
  const described = found.get('interface of multi-release code that is not pinned');
  expect(described).toMatchObject({
    state: 'note',
    message: expect.stringContaining('approve_milestone(i128, address)'),
  });
  expect(described?.message).not.toContain('dispute_milestone');
});

test('the pins of public are compared with those that were found on its ledger', async () => {
  const messageOf = async (pins: object | string) =>
    (await pinsOf(undefined, pins)).get('pins found on the ledger')?.message ?? '';
  const { factory, wasmHash } = FOUND_UNCONFIRMED;
  const none = await messageOf({});
  expect(none).toContain(`factory is not set, found was ${factory}; wasmHash is not set, found was ${wasmHash}`);
  expect(none).toMatch(/not confirmed by the service’s owner.* ask the service’s owner.* ESCROW_PINS=found accepts/);
  expect(await messageOf({ factory: FACTORY, wasmHash })).toContain(
    `factory differs, found was ${factory}; wasmHash is the same`,
  );
  const same = await messageOf('found');
  expect(same).toContain('factory is the same; wasmHash is the same');
  expect(same).not.toContain('accepts');
});

test('the code’s own interface is compared with the functions that are called', async () => {
  const [same, other] = [
    codeWith(liveFunctions('multi', 'public')),
    codeWith(liveFunctions('multi', 'public', CHANGED)),
  ];
  const functionsOf = async ({ bytes, hash }: ReturnType<typeof codeWith>, isListed = true) => {
    const found = await pinsOf(hash, { factory: FACTORY, wasmHash: hash }, isListed ? [codeEntry(bytes)] : []);
    return [found.get('functions of multi-release factory'), found.get('functions of multi-release escrows')];
  };
  expect(await functionsOf(same)).toMatchObject([{ state: 'ok' }, { state: 'ok' }]);
  expect(await functionsOf(other)).toMatchObject([
    { state: 'ok' },
    {
      state: 'wrong',
      message: expect.stringContaining(
        'approve_milestone takes (i128, address), not (u32, address); dispute_milestone is missing',
      ),
      remedy: expect.stringContaining('not offered'),
    },
  ]);
  expect(await functionsOf(same, false)).toMatchObject([{ state: 'skipped' }, { state: 'skipped' }]);
});

const CHANGED = { approve_milestone: ['i128', 'address'], dispute_milestone: undefined } as const;
