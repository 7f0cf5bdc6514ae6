/** The life of a funded escrow: each step prepared by the assistant, signed by its role's holder, checked on ledger. */
import { isDeepStrictEqual } from 'node:util';
import { liveMulti, stateOf } from '@countersign/core/kinds';
import { openLedger } from '@countersign/core/ledger';
import { NETWORKS, SANDBOX_ACCOUNTS } from '@countersign/core/network';
import { sandboxKeypair } from '@countersign/core/sandbox-keys';
import { signForSandbox } from '@countersign/mcp-server/command-line/sandbox/sign';
import { Keypair } from '@stellar/stellar-sdk/base';
import { withSign } from '../rehearse/steps.ts';
import { type Assistant, DemoFailure, detail, expectThat, step } from './assistant.ts';

const [, provider, platform] = SANDBOX_ACCOUNTS;
const service = NETWORKS.sandbox.feeAddress as string;

type LifeSetup = {
  readonly assistant: Assistant;
  readonly rpcUrl: string;
  readonly escrow: string;
  /** The client's key, who approves and releases. */
  readonly client: Keypair;
};
type Input = Readonly<Record<string, unknown>>;
/** What the ledger must hold afterwards. */
type Then = { readonly milestone?: number; readonly state?: string; readonly moves?: Readonly<Record<string, string>> };

export async function liveItsLife({ assistant, rpcUrl, escrow, client }: LifeSetup): Promise<void> {
  const names = new Map<string, string>([
    [escrow, 'escrow'],
    [client.publicKey(), 'Ana'],
    [provider.address, 'Ben'],
    [platform.address, 'platform'],
    [service, 'service'],
  ]);
  const look = () => readLedger(rpcUrl, escrow, [...names.keys()]);
  let before: Reading = await look();
  const does = async (title: string, wallet: Keypair, input: Input, { milestone, state, moves = {} }: Then) => {
    await step(title, async () => {
      const { id, unsignedXdr } = await assistant.call('prepare_step', { escrow, ...input, includeXdr: true });
      const signedXdr = signForSandbox(String(unsignedXdr), wallet);
      const { status, by } = await assistant.call('submit_signed_xdr', { signedXdr, id });
      expectThat(status === 'settled' && by === 'ledger', 'the ledger took the step');
    });
    const after = await look();
    if (milestone !== undefined)
      expectThat(after.states[milestone - 1] === state, `milestone ${milestone} is ${state}`);
    const found = Object.fromEntries([...moved(before, after)].map(([holder, text]) => [names.get(holder), text]));
    expectThat(isDeepStrictEqual(found, moves), 'that alone moved');
    const changes = Object.entries(found).map(([name, text]) => `${name} ${text}`);
    const money = changes.length === 0 ? 'no money moved' : `USDC: ${changes.join(', ')}`;
    detail(`milestones: ${after.states.join(', ')}; ${money}`);
    before = after;
  };
  const refused = async (title: string, input: Input, reason: string) => {
    const { code, message } = await step(title, () => assistant.refusal('prepare_step', { escrow, ...input }));
    expectThat(code === 'STEP_NOT_POSSIBLE' && message.includes(reason), 'it is refused by name');
    detail(message);
  };
  const [ben, cleo] = [sandboxKeypair('provider'), sandboxKeypair('arbiter')];
  const evidence = 'https://example.com/design.pdf';
  const release = { step: 'release', milestone: 1 };
  const approval = { step: 'approve', milestone: 1 };
  const stranger = { ...approval, signer: Keypair.random().publicKey() };
  const disputeBy = (wallet: Keypair, milestone: number) => {
    return { step: 'dispute', milestone, signer: wallet.publicKey() };
  };
  const [toAna, toBen] = [client.publicKey(), provider.address];

  await refused('Refused: milestone 1 is paid out before it is approved', release, 'not approved');
  const reported = { step: 'change-status', milestone: 1, evidence };
  await does('Ben reports milestone 1, with evidence', ben, reported, { milestone: 1, state: 'open' });
  expectThat(before.evidence[0] === evidence, 'the ledger has the evidence');
  await refused('Refused: a stranger approves milestone 1', stranger, 'In this escrow only the approver (');
  await does('Ana approves milestone 1', client, approval, { milestone: 1, state: 'approved' });
  await does('Ana has milestone 1 paid out: Ben gets 147.791 USDC of 150.5', client, release, {
    milestone: 1,
    state: 'released',
    moves: { escrow: '-150.5', Ben: '+147.791', platform: '+2.2575', service: '+0.4515' },
  });
  const disputed = { state: 'disputed' };
  await does('Ana opens a dispute over milestone 2', client, disputeBy(client, 2), { milestone: 2, ...disputed });
  const shares = [
    { address: toAna, amount: '140' },
    { address: toBen, amount: '60' },
  ];
  const resolution = { step: 'resolve', milestone: 2, distributions: shares };
  await does('Cleo decides it: 140 to Ana, 60 to Ben', cleo, resolution, {
    milestone: 2,
    state: 'resolved',
    moves: { escrow: '-200', Ana: '+137.48', Ben: '+58.92', platform: '+3', service: '+0.6' },
  });
  await does('Ben opens a dispute over milestone 3', ben, disputeBy(ben, 3), { milestone: 3, ...disputed });
  const withdrawal = { step: 'withdraw', distributions: [{ address: toAna, amount: '100' }] };
  await does('Cleo returns what is left to Ana', cleo, withdrawal, {
    moves: { escrow: '-100', Ana: '+98.2', platform: '+1.5', service: '+0.3' },
  });
  expectThat(before.held.get(escrow) === 0n, 'the escrow is empty');
}

const { passphrase, tokens } = NETWORKS.sandbox;
const [usdc] = tokens;

/** What the ledger holds, read from its RPC without any service or desk. */
type Reading = {
  /** Of each milestone: `open`, `approved`, `released`… */
  readonly states: readonly string[];
  readonly evidence: readonly string[];
  /** Base units, by holder. */
  readonly held: ReadonlyMap<string, bigint>;
};

/** @param holders whose USDC is read, the escrow's own included */
async function readLedger(rpcUrl: string, escrow: string, holders: readonly string[]): Promise<Reading> {
  const ledger = openLedger([rpcUrl], passphrase);
  const snapshot = await ledger.lookAt({ contracts: [escrow] });
  const kept = snapshot.kind === 'seen' ? snapshot.contracts.get(escrow)?.escrow : undefined;
  const read = kept === undefined ? undefined : liveMulti.decode(kept).escrow;
  if (read === undefined) throw new DemoFailure('the ledger does not show the escrow');
  const balances = await ledger.balancesOf(holders.map((holder) => ({ holder, token: usdc.address })));
  const held = holders.map((holder, index): [string, bigint] => [holder, balances[index]?.units ?? 0n]);
  return {
    states: read.milestones.map((milestone) => stateOf(read, milestone)),
    evidence: read.milestones.map(({ evidence }) => evidence),
    held: new Map(held),
  };
}

/** "+0.4515", "-150.5": the changes of balances, without unchanged ones. */
function moved(before: Reading, after: Reading): ReadonlyMap<string, string> {
  const changes = [...after.held].map(([holder, units]) => [holder, units - (before.held.get(holder) ?? 0n)] as const);
  const sum = changes.reduce((total, [, units]) => total + units, 0n);
  if (sum !== 0n) throw new DemoFailure(`${sum} base units of USDC came from nowhere or went nowhere`);
  return new Map(
    changes.flatMap(([holder, units]) => (units === 0n ? [] : [[holder, withSign(units, usdc.decimals)]])),
  );
}
