/** Deploys as an honest service makes them, from a fixed seed: every number of milestones, odd texts, extreme amounts. */
import { type DeployRequest, fromBaseUnits, MAX_ASSET_UNITS, parseDeployRequest } from '@countersign/core/escrow';
import type { ActionName, RequestOf } from '@countersign/core/internal/actions/action';
import { NETWORKS, type Network, networkWith, type Release } from '@countersign/core/network';
import { StrKey } from '@stellar/stellar-sdk/base';
import { buildDeploy, NOW, otherKey, requestInput, sandbox, signerKey, time } from '../fixtures/deploy-fixture.ts';
import { buildGenerationB } from '../fixtures/generation-b-fixture.ts';
import { LIVE, LIVE_DEPLOYS, USDC_NAMES } from '../fixtures/live-transactions.ts';
import { createRandom } from './random.ts';
import { decodeTree, type Tree } from './rust-codec.ts';

export type Valid<Name extends ActionName = ActionName> = {
  readonly name: string;
  readonly action: Name;
  readonly request: RequestOf<Name>;
  readonly network: Network;
  /** How far it can be verified on that network. */
  readonly level: 'verified' | 'partly';
  readonly base64: string;
  readonly tree: Tree;
  /** When it is looked at, in seconds; without, `POLICY.now`. */
  readonly now?: number;
};
export type ValidDeploy = Valid<'deploy'>;

/** What every deploy of the proof is checked with. */
export const POLICY = { maxFee: 50_000_000n, now: NOW } as const;
export const policyOf = ({ now = NOW }: Pick<Valid, 'now'>) => ({ ...POLICY, now });
/** The sandbox has all pinned; the rest of the proof is about what a service does, not about settings. */
export const NETWORK: Network = NETWORKS.sandbox;

/** Texts whose look-alikes are other bytes: composed and decomposed, half-width, two scripts, joined emoji, U+FFFD. */
const ODD = [
  'Café Å ﬁne',
  'Cafe\u0301 A\u030a fine',
  'Зарплата за март',
  'مرحلة أولى',
  '단계 하나',
  'ＦＵＬＬ width',
  '👩‍👩‍👧 🚀 ❤️',
  'lost \ufffd byte',
  '<b>*_~`[x](https://example.com)@everyone',
  'ten "quotes" \\ slash',
  'नमस्ते क्ष',
  '0',
];

const UNITS = [
  1n,
  2n,
  10_000_000n,
  10_000_001n,
  9_007_199_254_740_993n,
  2n ** 53n,
  2n ** 58n - 1n,
  2n ** 58n,
  2n ** 59n,
];

function requestOf(milestones: number): DeployRequest {
  const random = createRandom(milestones);
  const token = sandbox.tokens[0] as Network['tokens'][number];
  const long = (limit: number) => {
    const text = Array.from({ length: 60 }, () => random.pick(ODD)).join(' ');
    return [...text].slice(0, limit).join('').trim();
  };
  const amounts = Array.from({ length: milestones }, () => random.pick(UNITS));
  // The very last unit that an account can hold of the token, over all milestones.
  if (milestones % 4 === 3) amounts[0] = MAX_ASSET_UNITS - amounts.slice(1).reduce((sum, units) => sum + units, 0n);
  return parseDeployRequest(
    requestInput({
      engagementId: milestones === 1 ? 'x' : long(milestones % 2 === 0 ? 100 : 20),
      title: milestones === 1 ? 'y' : long(milestones % 3 === 0 ? 100 : 12),
      description:
        milestones === 1
          ? 'Café\nlost \ufffd byte'
          : milestones === 10
            ? long(500)
            : `${long(40)}\n${random.pick(ODD)}`,
      platformFee: ['0', '0.01', '1.5', '99'][milestones % 4],
      milestones: amounts.map((units, index) => ({
        description: index === 1 ? long(500) : random.pick(ODD),
        amount: fromBaseUnits(units, 7),
      })),
      trustline: { address: [4, 5, 6].includes(milestones) ? token.issuer : token.address, decimals: 10_000_000 },
      ...[{ receiverMemo: '4294967295' }, {}, { receiverMemo: '7' }][milestones % 3],
      ...(milestones % 2 === 0 ? {} : { roles: sameRoles(otherKey.publicKey(), WALLET_CONTRACT) }),
    }),
    NETWORK,
  );
}

const WALLET_CONTRACT = StrKey.encodeContract(new Uint8Array(32).fill(77));

/** One party in as many roles as do not let it take the money alone, and a contract in one. */
function sameRoles(party: string, contract: string) {
  return {
    approver: signerKey.publicKey(),
    serviceProvider: party,
    platformAddress: contract,
    releaseSigner: party,
    disputeResolver: signerKey.publicKey(),
    receiver: party,
  };
}

/** @param from the signer, and the sequence number that the transaction takes */
export function validDeploy(milestones: number, from: { signer?: string; sequence?: bigint } = {}): ValidDeploy {
  const { signer = signerKey.publicKey(), sequence = 42n } = from;
  const request = { ...requestOf(milestones), signer };
  const salt = new Uint8Array(32).fill(milestones);
  const base64 = buildDeploy(request, { salt, sequence, condition: time(NOW - 10, NOW + 100) });
  return verified(`${milestones} milestones`, request, NETWORK, base64);
}

export function verified(name: string, request: DeployRequest, network: Network, base64: string): ValidDeploy {
  return { name, action: 'deploy', request, network, level: 'verified', base64, tree: decodeTree(base64) as Tree };
}

/** Valid deploys on a network of which one thing is not pinned: never more than partly verified. */
export function unpinnedDeploys(): ValidDeploy[] {
  const deploy: ValidDeploy = { ...validDeploy(2), level: 'partly' };
  const { factory, wasmHash, ...open } = NETWORK;
  return [
    { ...deploy, name: 'no pinned factory', network: { ...open, wasmHash: wasmHash as string } },
    { ...deploy, name: 'no pinned code', network: { ...open, factory: factory as string } },
    { ...deploy, name: 'an unknown token', network: { ...NETWORK, tokens: [] } },
    { ...liveDeploy('single', MULTI_ALONE), name: 'a single release, from a service that makes none', level: 'partly' },
  ];
}

export function liveDeploys(): [multi: ValidDeploy, single: ValidDeploy] {
  return [liveDeploy('multi'), liveDeploy('single')];
}

export function realDeploys(): ValidDeploy[] {
  return LIVE_DEPLOYS.map(({ what, request, unsigned, now }) => ({
    ...verified(`the real ${what}`, request(USDC_NAMES[0] as string), LIVE, unsigned),
    now,
  }));
}

/** Its token is named by the issuer in the request, and is its contract in the escrow. */
const { makesSingleRelease: _, ...MULTI_ALONE } = NETWORK;

function liveDeploy(release: Release, network: Network = networkWith('sandbox', 'v1')): ValidDeploy {
  const { address, issuer } = NETWORKS.sandbox.tokens[0];
  const of = (token: string): DeployRequest => {
    const { kind, receiverMemo, ...request } = validDeploy(2).request;
    const trustline = { ...request.trustline, address: token };
    return { ...request, trustline, ...(release === 'single' ? { kind: release } : {}) };
  };
  const base64 = buildGenerationB(of(address), { release, condition: time(NOW - 10, NOW + 100) });
  return verified(`live, ${release} release`, of(issuer), network, base64);
}

/** A deploy that does just what it was asked for, with amounts in another unit than the token's. */
export function deployInOtherUnits(): { readonly request: DeployRequest; readonly base64: string } {
  const [token] = NETWORK.tokens;
  const request = parseDeployRequest(
    requestInput({
      trustline: { address: token?.address, decimals: 1_000_000 },
      milestones: [{ description: 'x', amount: '1' }],
    }),
  );
  return { request, base64: buildDeploy(request) };
}
