import { createHash } from 'node:crypto';
import { buildDeploy, otherKey, request, requestInput, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import { buildGenerationB } from '@countersign/testkit/fixtures/generation-b-fixture';
import { Keypair } from '@stellar/stellar-sdk/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toHex } from '../envelope/bytes.ts';
import { readTransaction } from '../envelope/read-transaction.ts';
import { type DeployRequest, ROLE_NAMES } from '../escrow/index.ts';
import { NETWORKS } from '../escrow/network.ts';
import { contractIdFor } from './deploy-call.ts';
import { escrowOnChain } from './escrow-of-request.ts';
import { addressOfTerms, isFixedByTerms, saltOfTerms, type Terms } from './fixed-address.ts';
import { interfaceMulti } from './interface-multi.ts';
import { type ReadDeploy, readDeploy } from './read-deploy.ts';

const { passphrase } = sandbox;
const terms = (asked: DeployRequest, another = 0): Terms => ({
  passphrase,
  signer: asked.signer,
  escrow: escrowOnChain(asked, sandbox),
  another,
});
const salt = (asked: DeployRequest, another?: number) => toHex(saltOfTerms(terms(asked, another)));

describe('the salt of a request', () => {
  test('is what its documentation says, recomputed from nothing but that', () => {
    const asked = request();
    const sha256 = (...parts: (string | Uint8Array)[]) =>
      parts.reduce((digest, part) => digest.update(part), createHash('sha256')).digest();
    const documented = sha256(
      'Countersign escrow terms 1\0',
      sha256('Countersign Sandbox ; simulated ; 2026'),
      Keypair.fromPublicKey(asked.signer).rawPublicKey(),
      interfaceMulti.encode(escrowOnChain(asked, sandbox)).toXdr(),
      Uint8Array.of(0, 0, 1, 4),
    );
    expect(salt(asked, 260)).toBe(documented.toString('hex'));
  });

  // A change of these two would give every request that was made before another address.
  test('and its address never change', () => {
    expect(salt(request())).toBe('c0667c77b62d74c1896fbd14f2bd3ec4e89589efd46c790ce2d80175b99b8c0d');
    expect(addressOfTerms(terms(request()))).toBe('CBWLLQBIQBJ6BQUJPVBRCSVYQ5ROKNIRUBUTU74N7NMAJMPYBB4LPFEY');
  });

  test('is the same however the request was spelled', () => {
    const { roles } = requestInput() as { roles: { release: string } };
    const { release, ...others } = roles;
    const [usdc] = sandbox.tokens;
    for (const spelling of [
      { platformFee: '1.50' },
      { roles: { ...others, releaseSigner: release } },
      { roles: Object.fromEntries(Object.entries(roles).reverse()) },
      { trustline: { address: usdc?.issuer, decimals: '10000000' } },
      { trustline: { address: usdc?.address } },
      { receiverMemo: '0' },
    ]) {
      expect(salt(request(spelling))).toBe(salt(request()));
    }
    expect(salt(request(Object.fromEntries(Object.entries(requestInput()).reverse())))).toBe(salt(request()));
  });

  test('is another for every field that differs, and for the network, the signer and the counter', () => {
    const other = otherKey.publicKey();
    const stranger = Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(9)).publicKey();
    const text = fc.string({ minLength: 1, maxLength: 40 }).filter((value) => value.trim() !== '');
    type Change = (asked: DeployRequest) => DeployRequest;
    const changes: fc.Arbitrary<Change> = fc.oneof(
      fc
        .tuple(fc.constantFrom('title', 'engagementId', 'description'), text)
        .map(([field, value]) => (asked: DeployRequest) => ({
          ...asked,
          [field]: `${asked[field as 'title']}${value}`,
        })),
      fc
        .constantFrom(...ROLE_NAMES)
        .map((role) => (asked: DeployRequest) => ({ ...asked, roles: { ...asked.roles, [role]: stranger } })),
      fc
        .integer({ min: 151, max: 9_900 })
        .map((points) => (asked: DeployRequest) => ({ ...asked, platformFee: `${points / 100}` })),
      fc.tuple(fc.nat(2), fc.integer({ min: 21 })).map(([at, amount]) => (asked: DeployRequest) => ({
        ...asked,
        milestones: asked.milestones.with(at, {
          description: asked.milestones[at]?.description ?? '',
          amount: `${amount}`,
        }),
      })),
      fc.tuple(fc.nat(2), text).map(([at, description]) => (asked: DeployRequest) => ({
        ...asked,
        milestones: asked.milestones.with(at, {
          amount: asked.milestones[at]?.amount ?? '',
          description: `-${description}`,
        }),
      })),
      fc.constant((asked: DeployRequest) => ({ ...asked, milestones: asked.milestones.slice(1) })),
      fc.constant((asked: DeployRequest) => ({ ...asked, milestones: asked.milestones.toReversed() })),
      fc
        .bigInt({ min: 1n, max: 2n ** 64n - 1n })
        .map((memo) => (asked: DeployRequest) => ({ ...asked, receiverMemo: `${memo}` })),
      fc.constant((asked: DeployRequest) => ({ ...asked, trustline: { ...asked.trustline, address: stranger } })),
      fc.constant((asked: DeployRequest) => ({ ...asked, trustline: { ...asked.trustline, decimals: 1_000_000_000 } })),
      fc.constant((asked: DeployRequest) => ({ ...asked, signer: other })),
    );
    const asked = request();
    fc.assert(
      fc.property(changes, (change) => {
        expect(salt(change(asked))).not.toBe(salt(asked));
      }),
      { numRuns: 300 },
    );
    const { passphrase: testnet } = NETWORKS.testnet;
    expect(toHex(saltOfTerms({ ...terms(asked), passphrase: testnet }))).not.toBe(salt(asked));
    const counters = Array.from({ length: 1_001 }, (_, another) => salt(asked, another));
    expect(new Set(counters).size).toBe(1_001);
  });
});

describe('a deploy', () => {
  const asked = request();
  const readOf = (base64: string) => readDeploy(readTransaction(base64, passphrase), passphrase) as ReadDeploy;
  const deployed = (another: number) => readOf(buildDeploy(asked, { salt: saltOfTerms(terms(asked, another)) }));

  test('with the salt of its terms stands at their address, which is recognised with its own counter alone', () => {
    expect(deployed(0).contractId).toBe(addressOfTerms(terms(asked)));
    expect(addressOfTerms(terms(asked))).toBe(contractIdFor(asked.signer, saltOfTerms(terms(asked)), passphrase));
    expect(isFixedByTerms(deployed(0), passphrase, 0)).toBe(true);
    expect(isFixedByTerms(deployed(2), passphrase, 0)).toBe(false);
    expect(isFixedByTerms(deployed(2), passphrase, 0, 1, 2)).toBe(true);
    expect(isFixedByTerms(deployed(0), NETWORKS.testnet.passphrase, 0)).toBe(false);
  });

  test('with the salt of other terms, a random one, or of a kind that the factory places is not', () => {
    const salts = [saltOfTerms(terms(request({ title: 'Other' }))), new Uint8Array(32).fill(3)];
    for (const each of salts)
      expect(isFixedByTerms(readOf(buildDeploy(asked, { salt: each })), passphrase, 0)).toBe(false);
    const placed = readOf(buildGenerationB(asked));
    expect(isFixedByTerms(placed, passphrase, 0)).toBe(false);
  });
});
