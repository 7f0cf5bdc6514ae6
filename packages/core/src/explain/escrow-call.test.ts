import { buildDeploy, NOW, otherKey, request, signerKey } from '@countersign/testkit/fixtures/deploy-fixture';
import { buildGenerationB, i128, live, text } from '@countersign/testkit/fixtures/generation-b-fixture';
import { Address, xdr } from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import type { Network } from '../escrow/network.ts';
import type { EscrowKind } from '../kinds/escrow-kind.ts';
import { escrowOfKind, escrowOfRequest } from '../kinds/escrow-of-request.ts';
import type { EscrowOnChain } from '../kinds/escrow-on-chain.ts';
import { liveMulti, SERVED_KINDS } from '../kinds/live-kinds.ts';
import { ESCROW_KINDS } from '../kinds/registry.ts';
import { explainWordsOf } from '../words/all.ts';
import { LANGUAGES } from '../words/language.ts';
import { escrowCall } from './escrow-call.ts';
import { explainTransaction } from './explain-transaction.ts';
import type { ExplainContext } from './scene.ts';

const escrow = 'CACQKBIFAUCQKBIFAUCQKBIFAUCQKBIFAUCQKBIFAUCQKBIFAUCQLC2U';
const signer = signerKey.publicKey();
const other = otherKey.publicKey();
const address = (value: string) => Address.fromString(value).toScVal();
const u32 = xdr.ScVal.scvU32;
const bool = xdr.ScVal.scvBool;
const actionRequest = request();
const paid = (share: bigint) => xdr.ScVal.scvMap([new xdr.ScMapEntry({ key: address(other), val: i128(share) })]);

/** As public's contracts take it. */
const change = (index: number, status: xdr.ScVal, evidence: xdr.ScVal = xdr.ScVal.scvVoid()) => {
  const fields = { evidence, index: u32(index), status };
  const entries = Object.entries(fields).map(
    ([key, val]) => new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(key), val }),
  );
  return xdr.ScVal.scvMap(entries);
};

function reportOf(envelope: string, network: Network = live) {
  const { warnings, lines, heading } = explainTransaction(envelope, network, NOW);
  return { heading, lines, warnings: warnings.map(({ text: words }) => words) };
}

function called(name: string, args: xdr.ScVal[], network?: Network) {
  const invocation = new xdr.InvokeContractArgs({
    contractAddress: Address.fromString(escrow).toScAddress(),
    functionName: name,
    args,
  });
  const { lines, warnings } = reportOf(buildDeploy(actionRequest, { invocation, auth: [] }), network);
  return { words: lines[0]?.value, warnings };
}

test('has words for every function of every kind, and shows an amount for each that pays', () => {
  for (const { functions, functionsOnPublic = {} } of ESCROW_KINDS) {
    for (const { name } of [...Object.values(functions), ...Object.values(functionsOnPublic)]) {
      for (const language of LANGUAGES) expect(explainWordsOf(language).CALLS[name], name).toBeDefined();
    }
  }
  const words = explainWordsOf('en');
  const scene = { network: live, words, warn: () => {}, remark: () => {} } as unknown as ExplainContext;
  expect(
    Object.keys(words.CALLS)
      .filter((name) => escrowCall(name, [], scene)?.stakes === 'money')
      .sort(),
  ).toEqual([
    'fund_escrow',
    'release_funds',
    'release_milestone_funds',
    'resolve_dispute',
    'resolve_milestone_dispute',
    'update_escrow',
    'withdraw_remaining_funds',
  ]);
});

describe('a call of an escrow says what is done', () => {
  const fee = address(live.feeAddress as string);

  test.each<[string, xdr.ScVal[], string]>([
    [
      'release_milestone_funds',
      [address(signer), fee, u32(0)],
      `pays a milestone out, number 1, the service’s share to ${live.feeAddress}, by ${signer}`,
    ],
    ['release_milestone_funds', [address(signer), u32(1)], `pays a milestone out, number 2, by ${signer}`],
    ['release_funds', [address(signer), fee], `pays the escrow out, the service’s share to ${live.feeAddress}`],
    ['approve_milestone', [u32(2), address(other)], `approves a milestone, number 3, by ${other}`],
    [
      'approve_milestone',
      [i128(0n), bool(false), address(other)],
      `approves a milestone, number 1, or rather takes its approval back, by ${other}`,
    ],
    [
      'change_milestone_status',
      [u32(0), text('done'), xdr.ScVal.scvVoid(), address(other)],
      `says how far a milestone is, number 1, with the status “done”, by ${other}`,
    ],
    [
      'change_milestone_status',
      [i128(0n), text('done'), text('a link'), address(other)],
      'number 1, with the status “done”, with the evidence “a link”, by',
    ],
    ['dispute_escrow', [address(signer)], `opens a dispute over the escrow, by ${signer}`],
    [
      'resolve_milestone_dispute',
      [address(signer), u32(0), fee, paid(7n)],
      `and where its money goes, number 1, 7 base units to ${other}, the service’s share to`,
    ],
    [
      'resolve_milestone_dispute',
      [address(signer), u32(0), i128(1n), i128(2n)],
      'number 1, 1 base units to the approver, 2 base units to the service provider, by',
    ],
    ['withdraw_remaining_funds', [address(signer), paid(7n)], `takes out what is left in an escrow, 7 base units to`],
    ['extend_contract_ttl', [address(signer), u32(99)], 'keeps the contract alive for longer, by 99 ledgers, by'],
    [
      'change_milestone_status',
      [xdr.ScVal.scvVec([change(0, text('done'), text('a link')), change(2, text('late'))]), address(other)],
      `number 1 with the status “done” with the evidence “a link”, number 3 with the status “late”, by ${other}`,
    ],
    [
      'approve_milestones',
      [xdr.ScVal.scvVec([u32(0), u32(2)]), address(other)],
      `approves milestones, numbers 1, 3, by`,
    ],
    ['release_milestone_funds', [text('odd')], 'pays a milestone out, with the arguments (“odd”)'],
  ])('%s', (name, args, words) => {
    expect(called(name, args).words).toContain(words);
  });

  test('the service’s share to another account than the known one is warned of', () => {
    const release = (to: string, network?: Network) =>
      called('release_funds', [address(signer), address(to)], network).warnings.join('\n');
    expect(release(other)).toContain(
      `Operation 1 pays the service’s share to ${other}; on sandbox it is known to go to`,
    );
    expect(release(live.feeAddress as string)).not.toContain('known to go to');
    const { feeAddress, ...unknown } = live;
    expect(release(other, unknown)).not.toContain('known to go to');
  });

  test('funding says whether the escrow is over', () => {
    const fund = (changes: Partial<EscrowOnChain>) => {
      const value = liveMulti.encode({ ...escrowOfKind(liveMulti, escrowOfRequest(actionRequest)), ...changes });
      return called('fund_escrow', [address(signer), value, i128(10_000_000n)]);
    };
    const { words, warnings } = fund({});
    expect(words).toContain(`1 USDC, from ${signer}, if its terms still are those that are named, with the arguments`);
    expect(warnings.join('\n')).not.toMatch(/already/);
  });
});

describe('a deploy of a kind that no service makes any more, or not yet, is explained', () => {
  const everything = {
    ...escrowOfRequest(actionRequest),
    amount: 305_000_001n,
    flags: { disputed: false, released: false, resolved: false },
    roles: { ...actionRequest.roles, admin: other, observers: `${other}, ${signer}` },
    milestones: escrowOfRequest(actionRequest).milestones.map((each) => ({ ...each, receiver: other })),
  };
  const built = (kind: EscrowKind) => {
    const value = kind.encode(everything);
    if (kind.addressFrom === 'factory')
      return buildGenerationB(actionRequest, { release: kind.release, escrow: value });
    const [code] = kind.codes;
    return buildGenerationB(actionRequest, {
      ...{ functionName: kind.factoryFunction, escrow: value },
      ...(code === undefined ? {} : { wasmHash: Uint8Array.from(Buffer.from(code, 'hex')) }),
    });
  };

  test.each(ESCROW_KINDS.filter((kind) => !SERVED_KINDS.includes(kind)))('$id', (kind) => {
    const { heading, lines } = reportOf(built(kind));
    const shown = (label: string) => lines.find((line) => line.label === label)?.value;
    expect(heading).toMatch(/^Creates an escrow for “/);
    expect(shown('Kind')).toContain(`(generation ${kind.generation})`);
    expect(shown('Kind')).toContain(`${kind.release} release`);
    expect(shown('Platform fee')).toBe('1.5 %');
    expect(shown('Total')).toBe('30.5000001 USDC');
    expect(shown('Approver')).toBe(actionRequest.roles.approver);
    expect(shown('Observers')).toBe(kind.generation === 'C' ? `${other}, ${signer}` : undefined);
  });

  test('names its layout when its code is not known', () => {
    const [a1] = ESCROW_KINDS.filter(({ id }) => id === 'a1-multi');
    const envelope = buildGenerationB(actionRequest, {
      functionName: 'deploy',
      escrow: (a1 as EscrowKind).encode(everything),
      wasmHash: new Uint8Array(32),
    });
    expect(reportOf(envelope).lines).toContainEqual({
      label: 'Kind',
      value: 'Trustless Work, multi release, of autumn 2025 (generation A1)',
    });
  });
});
