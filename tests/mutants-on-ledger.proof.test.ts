/**
 * The mutation proof on a ledger: mutants of a deploy that the comparison accepted are really signed and submitted, and
 * either fail or do what was shown; and many of those that it caught would have been executed.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Summary } from '@countersign/core/actions';
import { deploySubject, shownOfEscrow } from '@countersign/testkit/mutation/deploy-subject';
import { judge, type Subject } from '@countersign/testkit/mutation/judge';
import { mutantsOf } from '@countersign/testkit/mutation/mutants';
import { BOUNDED, callOf, SAME } from '@countersign/testkit/mutation/oracle';
import { decodeTree, type Tree } from '@countersign/testkit/mutation/rust-codec';
import { NETWORK } from '@countersign/testkit/mutation/valid-deploys';
import { counted, isWhole, sampled } from '@countersign/testkit/proof/share';
import { expect, test } from 'vitest';
import { deployOnLedger, type Effect, effectOf } from './mutants-on-ledger-effects.ts';

/** The deploy of one milestone is mutated in every way, the others in some; 4 to 6 name their token by its issuer. */
const subjects = [1, 4, 5, 6].map((milestones) => deploySubject(deployOnLedger(milestones)));

/** What the comparison calls the fields of the escrow itself: a lie about one is not also a broken authorisation. */
const ESCROW_FIELD =
  /^(engagementId|title|description|roles\.\w+|platformFee|receiverMemo|trustline\.\w+|milestones)(?![\w.])/;

test('an accepted mutant can only fail or create the escrow that was shown; a caught one could have done something else', ({
  task,
}) => {
  const counts = { sent: 0, succeeded: 0, failed: 0, refused: 0, lies: 0, executed: 0 };
  const choices = new Set<string>();
  const lied = new Set<string>();
  const wrong: string[] = [];
  for (const subject of subjects) {
    const { base64 } = subject.valid;
    const original = effectOf(base64);
    expect(original.outcome).toBe('succeeded');
    for (const mutant of [{ what: 'as it was prepared', base64 }, ...sampled(mutantsOf(subject.valid))]) {
      const verdict = judge(subject, mutant.base64);
      if ('wrong' in verdict) wrong.push(`${subject.valid.name}: ${mutant.what}: ${verdict.wrong}`);
      else if ('accepted' in verdict) {
        const effect = effectOf(mutant.base64);
        counts.sent++;
        counts[effect.outcome]++;
        for (const choice of verdict.accepted) choices.add(choice);
        const meansTheSame = verdict.accepted.every((choice) => choice in SAME);
        const excess =
          meansTheSame && !isDeepStrictEqual(effect, original)
            ? 'does not mean the same'
            : beyond(effect, verdict.summary, callOf((decodeTree(mutant.base64) as Tree).tx.tx));
        if (excess !== undefined) wrong.push(`${subject.valid.name}: ${mutant.what}: ${excess}`);
      } else if (verdict.caught.every((field) => ESCROW_FIELD.test(field))) {
        counts.lies++;
        const differing = otherEscrow(effectOf(mutant.base64), subject);
        if (differing.length > 0) counts.executed++;
        for (const field of differing) lied.add(field);
      }
    }
  }
  expect(wrong).toEqual([]);
  if (isWhole) {
    expect(counts.sent).toBeGreaterThan(200);
    // Each choice that is left to the service was tried on the ledger.
    expect([...choices].sort()).toEqual([...BOUNDED, ...Object.keys(SAME)].sort());
    // A ledger that refuses everything would prove nothing: for each part of the escrow it executes a lie. Not for the
    // token: the contract asks it for a balance, and the footprint names the token that was asked for.
    const parts = ['costs', 'description', 'engagementId', 'milestones', 'platformFeePercent', 'receiverMemo', 'roles'];
    expect([...lied].sort()).toEqual([...parts, 'title', 'total']);
    expect(counts.executed).toBeGreaterThan(100);
  }
  expect(Math.min(counts.succeeded, counts.executed)).toBeGreaterThan(0);
  task.meta.figures = {
    proof: 'Mutation proof',
    rows: {
      'accepted ones that were signed and sent to the embedded ledger': counted(counts.sent),
      'refused or failed there, at the cost of their fee at most': counted(counts.refused + counts.failed),
      'created exactly the escrow that was shown': counted(counts.succeeded),
      'did anything else': wrong.length,
      'lies about the escrow alone, caught before a signature': counted(counts.lies),
      'of these the ledger would have executed': counted(counts.executed),
    },
  };
});

/** What a transaction did beyond what was shown. @param call the call that it makes */
function beyond(effect: Effect, shown: Summary, call: Tree): string | undefined {
  if (effect.outcome === 'refused') return undefined;
  const [paid, ...created] = effect.changes;
  if (effect.closedAt > Date.parse(shown.expiresAt) / 1_000) return 'was taken after its end';
  const { before, after } = paid ?? {};
  if (before?.account === undefined || before.account.account_id !== shown.signer) return 'changed a stranger’s entry';
  const fee = BigInt(before.account.balance) - BigInt(after.account.balance);
  if (fee < 0n || fee > stroops(shown.feeXlm)) return `cost ${fee} stroops`;
  const { balance, seq_num } = after.account;
  if (!isDeepStrictEqual({ ...before.account, balance, seq_num }, after.account)) return 'changed the account';
  if (effect.outcome === 'failed') return created.length === 0 ? undefined : 'failed and changed something';
  const escrow = call.args[4].vec[0];
  const entry = (key: Tree, val: Tree) => ({
    after: { contract_data: { ext: 'v0', contract: shown.contractId, key, durability: 'persistent', val } },
  });
  const expected = [
    entry('ledger_key_contract_instance', {
      contract_instance: { executable: { wasm: NETWORK.wasmHash }, storage: null },
    }),
    entry({ vec: [{ symbol: 'Escrow' }] }, escrow),
  ];
  if (!isDeepStrictEqual(created, expected)) return 'created something else';
  const fields = Object.entries(shownOfEscrow(escrow, NETWORK));
  const unlike = fields.filter(([field, value]) => !isDeepStrictEqual(shown[field as keyof Summary], value));
  return unlike.length === 0 ? undefined : `created another ${unlike.map(([field]) => field)}`;
}

/** The fields, by their names in a summary, in which the ledger's escrow differs from the request. */
function otherEscrow(effect: Effect, { valid }: Subject): string[] {
  if (effect.outcome !== 'succeeded') return [];
  const found = shownOfEscrow(effect.changes[2]?.after.contract_data.val, NETWORK);
  const asked = shownOfEscrow(callOf(valid.tree.tx.tx).args[4].vec[0], NETWORK);
  const names = new Set([...Object.keys(found), ...Object.keys(asked)]);
  return [...names].filter((name) => !isDeepStrictEqual(found[name], asked[name]));
}

function stroops(xlm: string): bigint {
  const [whole = '', fraction = ''] = xlm.split('.');
  return BigInt(whole + fraction.padEnd(7, '0'));
}
