/** The requests that two deploys of the live service came from (docs/contract.md names them), and what v1 cannot carry. */
import { REQUEST } from '@countersign/testkit/service/requests';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CountersignError } from '../../../errors/errors.ts';
import { type DeployRequest, encodeStrKey, fromBaseUnits, toBaseUnits } from '../../../escrow/index.ts';
import { type Asset, NETWORKS, type Network, networkWith } from '../../../escrow/network.ts';
import { spokenView } from '../../../words/problems.ts';
import { v1Dialect } from './v1-dialect.ts';

const testnet = networkWith('testnet', 'v1');
const [USDC] = NETWORKS.testnet.tokens;
const PLATFORM = 'GD6GR4SHFZENIND6EIU2M4MTWNNHOGL6JC6ZUYWBPVPQUG7XDXED3FNO';
const APPROVER = 'GDQWJRHMEQPNORNMHITVX2GS2NMPHACMD3V44A7BGZJLYLWV7MWMWLIJ';
const CREATOR = 'GAYX242R4GWKCM6RNV3TQTHDM4P7LKPQKE4EM3IDEL7MUFPL75W2GSEX';

const MULTI: DeployRequest = {
  signer: PLATFORM,
  engagementId: '364291bc-62f4-4122-b6f8-99e106d9ec23',
  title: 'Short video for the launch week',
  description:
    'One vertical video to announce the launch on Instagram and TikTok. Script, edit and captions included, using the brand kit we already have.',
  roles: {
    approver: APPROVER,
    serviceProvider: CREATOR,
    platformAddress: PLATFORM,
    releaseSigner: PLATFORM,
    disputeResolver: PLATFORM,
    receiver: CREATOR,
  },
  platformFee: '0',
  milestones: [{ description: 'The video', amount: '60' }],
  trustline: { address: USDC.address, decimals: 10_000_000 },
};

const SELLER = 'GB2BGHGA4NQIR6FNKEWFEOCDKQAKCVJ3DV3EIDZPMFMJTDMFPPTJALYP';
const RESOLVER = 'GBFRCU73YKD5NUWBL2SLSZHBAP6IH3MNWIKMUYOIZXGBIUP74WLTGGNJ';
const BUYER = 'GCGFXAIWSZPZ7MSII3UVT5RJYASMKN6T3QC7ED73B6NTPX2GVPZG7RAA';

const SINGLE: DeployRequest = {
  signer: SELLER,
  kind: 'single',
  engagementId: 'fixture',
  title: 'fixture',
  description: 'fixture',
  roles: {
    approver: SELLER,
    serviceProvider: BUYER,
    platformAddress: SELLER,
    releaseSigner: SELLER,
    disputeResolver: RESOLVER,
    receiver: BUYER,
  },
  platformFee: '0',
  milestones: [{ description: 'm', amount: '12.5' }],
  trustline: { address: USDC.address, decimals: 10_000_000 },
};

const KEY = 'an-id.and-a-secret';
const deploy = (request: DeployRequest, network: Network = testnet, asset?: Asset) =>
  v1Dialect(network).requests.deploy(request, { apiKey: KEY }, asset);

describe('a deploy', () => {
  test('sends a multi-release escrow byte by byte as v1 takes it', () => {
    expect(deploy(MULTI)).toEqual({
      method: 'POST',
      path: '/deployer/multi-release',
      headers: { 'Content-Type': 'application/json', 'x-api-key': KEY },
      body:
        `{"signer":"${PLATFORM}","engagementId":"${MULTI.engagementId}","title":"${MULTI.title}",` +
        `"description":"${MULTI.description}","platformFee":0,"roles":{"approver":"${APPROVER}",` +
        `"serviceProvider":"${CREATOR}","platformAddress":"${PLATFORM}","releaseSigner":"${PLATFORM}",` +
        `"disputeResolver":"${PLATFORM}"},"milestones":[{"description":"The video","amount":60,"receiver":"${CREATOR}"}],` +
        `"trustline":{"address":"${USDC.issuer}","symbol":"USDC"}}`,
    });
  });

  test('names each milestone’s receiver where they differ', () => {
    const { receiver: _, ...roles } = MULTI.roles;
    const milestones = [CREATOR, APPROVER].map((receiver) => ({ description: 'm', amount: '1', receiver }));
    const { body = '' } = deploy({ ...MULTI, roles, milestones });
    expect(JSON.parse(body)).toMatchObject({ milestones: milestones.map((each) => ({ ...each, amount: 1 })) });
    expect(JSON.parse(body).roles).not.toHaveProperty('receiver');
  });

  test('has one amount and all six roles when the escrow is single-release', () => {
    const { path, body } = deploy(SINGLE);
    expect(path).toBe('/deployer/single-release');
    expect(body).toBe(
      `{"signer":"${SELLER}","engagementId":"fixture","title":"fixture","description":"fixture","amount":12.5,` +
        `"platformFee":0,"roles":{"approver":"${SELLER}","serviceProvider":"${BUYER}","platformAddress":"${SELLER}",` +
        `"releaseSigner":"${SELLER}","disputeResolver":"${RESOLVER}","receiver":"${BUYER}"},` +
        `"milestones":[{"description":"m"}],"trustline":{"address":"${USDC.issuer}","symbol":"USDC"}}`,
    );
  });

  test('adds up the milestones of a single release to the last digit', () => {
    const units = fc.array(fc.bigInt({ min: 1n, max: 2n ** 100n }), { minLength: 1, maxLength: 10 });
    fc.assert(
      fc.property(units, (each) => {
        const milestones = each.map((amount) => ({ description: 'm', amount: fromBaseUnits(amount, 7) }));
        const { body = '' } = deploy({ ...SINGLE, milestones });
        const [, amount = ''] = /"amount":([^,]+),/.exec(body) ?? [];
        expect(toBaseUnits(amount, 7)).toBe(each.reduce((sum, one) => sum + one));
        expect(() => JSON.parse(body)).not.toThrow();
      }),
    );
  });

  test('names the issuer, whether the request names the token’s contract or its issuer', () => {
    for (const token of NETWORKS.testnet.tokens) {
      for (const address of [token.address, token.issuer]) {
        const { body = '' } = deploy({ ...MULTI, trustline: { address, decimals: 10_000_000 } });
        expect(JSON.parse(body).trustline).toEqual({ address: token.issuer, symbol: token.code });
      }
    }
  });

  test('names another asset as the ledger has it, from the network or given with the request', () => {
    const contract = encodeStrKey('contract', new Uint8Array(32).fill(7));
    const asset = { code: 'GOLD', issuer: RESOLVER };
    const request = { ...MULTI, trustline: { address: contract, decimals: 10_000_000 } };
    for (const { body = '' } of [
      deploy(request, { ...testnet, saidAssets: { [contract]: asset } }),
      deploy(request, testnet, asset),
    ]) {
      expect(JSON.parse(body).trustline).toEqual({ address: RESOLVER, symbol: 'GOLD' });
    }
  });
});

describe('refuses what v1 cannot carry before anything is sent', () => {
  const XLM = 'CDLZFC3SYJYDZT7K67VZ75HPJVIEUVNIXF47ZG2FB2RMQQVU2HHGCYSC';
  const at = (address: string, decimals = 10_000_000) => ({ ...MULTI, trustline: { address, decimals } });

  test.each<[string, DeployRequest, string, RegExp]>([
    ['a memo', { ...MULTI, receiverMemo: '7' }, 'receiverMemo', /cannot be given to this escrow service/],
    [
      'other decimals',
      at(USDC.address, 1_000_000),
      'trustline.decimals',
      /is 1000000, but .* 7 decimals; write 10000000/,
    ],
    ['XLM', at(XLM), 'trustline.address', /is XLM, and it is not known how/],
    ['an issuer that is not known', at(RESOLVER), 'trustline.address', /give the token’s contract \(C…\)/],
    [
      'a contract that is no asset',
      at(encodeStrKey('contract', new Uint8Array(32).fill(9))),
      'trustline.address',
      /not the contract of a Stellar asset/,
    ],
  ])('%s', (_, request, path, problem) => {
    expect(spokenView(thrownBy(request), 'en').fields).toEqual([{ path, problem: expect.stringMatching(problem) }]);
  });

  test('all at once', () => {
    const error = thrownBy({ ...at(XLM, 100), receiverMemo: '7' });
    expect(error.code).toBe('INPUT_INVALID');
    expect(error.fields?.map(({ path }) => path)).toEqual(['receiverMemo', 'trustline.decimals', 'trustline.address']);
  });

  test('treats a memo of 0 as no memo', () => {
    expect(deploy({ ...MULTI, receiverMemo: '0' }).body).toBe(deploy(MULTI).body);
  });
});

test('no request of ours has a field that v1 would refuse', () => {
  const fields = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, each]) => (/^\d+$/.test(key) ? fields(each) : [key, ...fields(each)]))
      : [];
  for (const kind of ['multi', 'single'] as const) {
    const names = fields(JSON.parse(deploy({ ...REQUEST, kind }).body as string));
    expect(names).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(?:receiverMemo|decimals|release|status|kind)$/)]),
    );
  }
});

function thrownBy(request: DeployRequest): CountersignError {
  try {
    deploy(request);
  } catch (error) {
    if (error instanceof CountersignError) return error;
  }
  throw new Error('it was not refused');
}
