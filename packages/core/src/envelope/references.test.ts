/** What we build and derive, held to references that no one here wrote: the Rust XDR codec and published addresses. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  buildDeploy,
  escrowAt,
  request,
  requestInput,
  sandbox,
  storedEscrow,
} from '@countersign/testkit/fixtures/deploy-fixture';
import { Asset } from '@stellar/stellar-sdk/base';
import initialise, { decode, encode } from '@stellar/stellar-xdr-json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DeployRequest, fromBaseUnits, parseDeployRequest } from '../escrow/index.ts';
import { knownToken, knownTokens, NETWORKS, type Network, tokenDecimals } from '../escrow/network.ts';
import { liveMulti } from '../kinds/live-kinds.ts';
import { readDeploy } from '../kinds/read-deploy.ts';
import { hiddenCharacters, isBlank } from '../text/text.ts';
import { fromHex, toHex } from './bytes.ts';
import { readTransaction } from './read-transaction.ts';

const wasm = createRequire(import.meta.url).resolve('@stellar/stellar-xdr-json/stellar_xdr_json_bg.wasm');
await initialise(readFileSync(wasm));

const text = (limit: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: limit })
    .filter((value) => !isBlank(value) && [...value].length <= limit && hiddenCharacters(value).length === 0)
    .filter((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value));

const requests: fc.Arbitrary<DeployRequest> = fc
  .record({
    title: text(100),
    description: text(500),
    engagementId: text(100),
    platformFee: fc.integer({ min: 0, max: 9_900 }).map((basisPoints) => fromBaseUnits(BigInt(basisPoints), 2)),
    receiverMemo: fc.option(fc.bigInt({ min: 0n, max: 2n ** 32n - 1n }).map(String), { nil: undefined }),
    milestones: fc.array(
      fc.record({
        description: text(500),
        amount: fc.bigInt({ min: 1n, max: 2n ** 120n }).map((units) => fromBaseUnits(units, 7)),
      }),
      { minLength: 1, maxLength: 10 },
    ),
  })
  .map((changes) => parseDeployRequest(requestInput(changes)));

describe('the escrow argument', () => {
  test('the Rust codec reads what we encode, and encodes it to the same bytes', () => {
    fc.assert(
      fc.property(requests, (actionRequest) => {
        const xdr = buildDeploy(actionRequest);
        expect(encode('TransactionEnvelope', decode('TransactionEnvelope', xdr))).toBe(xdr);
      }),
      { numRuns: 50 },
    );
  });

  test('the Rust codec sees the contract’s fields in the contract’s order', () => {
    const { map } = JSON.parse(decode('ScVal', liveMulti.encode(storedEscrow(request())).toXdr('base64')));
    expect(map.map(({ key }: { key: { symbol: string } }) => key.symbol)).toEqual([
      'description',
      'engagement_id',
      'milestones',
      'platform_fee',
      'receiver_memo',
      'roles',
      'title',
      'trustline',
    ]);
    expect(map[3].val).toEqual({ u32: 150 });
    expect(map[2].val.vec[0].map[0]).toEqual({ key: { symbol: 'amount' }, val: { i128: '105000000' } });
    expect(map[7].val.map).toHaveLength(1);
  });
});

describe('the transaction', () => {
  test('hash is the one that the SDK signs', async () => {
    const { TransactionBuilder } = await import('@stellar/stellar-sdk/base');
    const xdr = buildDeploy(request());
    for (const { passphrase } of Object.values(NETWORKS)) {
      expect(readTransaction(xdr, passphrase).hashHex).toBe(toHex(TransactionBuilder.fromXDR(xdr, passphrase).hash()));
    }
  });

  test('the escrow’s address is the one that the Rust codec’s bytes hash to', async () => {
    const { createHash } = await import('node:crypto');
    const { StrKey } = await import('@stellar/stellar-sdk/base');
    const salt = new Uint8Array(32).fill(3);
    const preimage = encode(
      'HashIdPreimage',
      JSON.stringify({
        contract_id: {
          network_id: createHash('sha256').update(sandbox.passphrase).digest('hex'),
          contract_id_preimage: { address: { address: sandbox.factory, salt: toHex(salt) } },
        },
      }),
    );
    const expected = StrKey.encodeContract(createHash('sha256').update(Buffer.from(preimage, 'base64')).digest());
    expect(escrowAt(salt)).toBe(expected);
    const deploy = readDeploy(readTransaction(buildDeploy(request()), sandbox.passphrase), sandbox.passphrase);
    expect(deploy).toMatchObject({ contractId: expected });
  });
});

describe('constants', () => {
  const tokens = Object.values<Network>(NETWORKS).flatMap(({ name, passphrase, tokens }) =>
    tokens.map((token) => [`${token.code} on ${name}`, token, passphrase] as const),
  );
  test.each(tokens)('%s: the token contract is derived from code, issuer and network', (_, token, passphrase) => {
    expect(new Asset(token.code, token.issuer).contractId(passphrase)).toBe(token.address);
    expect(token.decimals).toBe(7);
  });

  test.each(['testnet', 'public'] as const)('XLM’s contract on %s is derived from its network alone', (name) => {
    const { passphrase } = NETWORKS[name];
    const xlm = { code: 'XLM', address: Asset.native().contractId(passphrase), decimals: 7 };
    expect(knownTokens(NETWORKS[name]).at(-1)).toEqual(xlm);
    expect([knownToken(NETWORKS[name], xlm.address), tokenDecimals(NETWORKS[name], xlm.address)]).toEqual([xlm, 7]);
  });

  test('the sandbox’s ledger has no contract for XLM, so it has no name there', () => {
    expect(knownTokens(NETWORKS.sandbox).map(({ code }) => code)).toEqual(['USDC']);
  });

  test('testnet USDC is the contract that Circle publishes', () => {
    expect(NETWORKS.testnet.tokens[0].address).toBe('CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA');
  });

  test('hex is written and read back', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(fromHex(toHex(bytes))).toEqual(bytes);
      }),
    );
  });
});
