/** Hand-written schedules: each attack on outcomes, and the case that each rule prevents. */
import type { Happening, Mode } from './step.ts';

export type Scene = { readonly scene: string; readonly mode: Mode; readonly happenings: readonly Happening[] };

const alice = { seat: 0, person: 0 } as const;
const bob = { seat: 0, person: 1 } as const;
const prepare = (request: 0 | 1 | 2 = 0, more = {}): Happening => ({
  does: 'prepare',
  ...alice,
  request,
  another: false,
  ...more,
});
const submit = (offer = 0, more = {}): Happening => ({ does: 'submit', ...alice, offer, way: 'alone', ...more });
const ofHandle = (does: Extract<Happening, { readonly handle: number }>['does'], handle = 0, more = {}): Happening => ({
  does,
  ...alice,
  handle,
  ...more,
});
const status = (handle = 0) => ofHandle('status', handle);
const pass = (seconds: number): Happening => ({ does: 'pass', seconds });
const walletSends = (offer = 0): Happening => ({ does: 'wallet sends', offer });
const fund: Happening = { does: 'fund', ...alice, escrow: 0, amount: '1' };
const scene = (name: string, happenings: readonly Happening[], mode: Mode = 'ours'): Scene => ({
  scene: name,
  mode,
  happenings,
});

/** Each begins with R0 prepared by Alice, honestly: offer 0 of handle 0. */
export const SCENES: readonly Scene[] = [
  scene('the wallet sends by itself, its time passes, and it is prepared again', [
    walletSends(),
    pass(130),
    status(),
    prepare(),
  ]),
  scene(
    'the wallet sends while the RPC is silent, and another is prepared',
    [
      { does: 'silence' },
      walletSends(),
      pass(130),
      prepare(0, { lie: { kind: 'its own salt' } }),
      submit(1),
      { does: 'heal' },
      status(),
      submit(1),
    ],
    'foreign',
  ),
  scene('it forwards and denies', [
    submit(0, { lie: { kind: 'forwards and denies', denial: 'bad sequence' } }),
    status(),
    prepare(),
  ]),
  scene('it denies, and the ledger cannot be asked', [
    { does: 'silence' },
    submit(0, { lie: { kind: 'forwards and denies', denial: 'failed' } }),
    { does: 'heal' },
    status(),
  ]),
  scene('it says success and sends nothing, and the ledger cannot be asked', [
    { does: 'silence' },
    submit(0, { lie: { kind: 'says success and sends nothing' } }),
    status(),
    { does: 'heal' },
    pass(130),
    status(),
  ]),
  scene('it denies, and forwards later', [
    submit(0, { lie: { kind: 'denies and forwards later', denial: 'gateway' } }),
    status(),
    prepare(),
    { does: 'release' },
    status(),
  ]),
  scene(
    'other terms at the address before',
    [
      prepare(2, { lie: { kind: 'its own salt' } }),
      prepare(1, { lie: { kind: 'the address before' } }),
      walletSends(1),
      status(1),
      status(2),
    ],
    'foreign',
  ),
  scene('an outdated version stays signed', [prepare(1), status(0), submit(0), submit(1), status(0), status(1)]),
  scene('a version after one that settled', [submit(0), prepare(1), submit(1), status(1)]),
  scene('a row of the store is changed', [{ does: 'tamper', offer: 0 }, prepare(), ofHandle('renew'), submit(0)]),
  scene('a stranger took the address', [{ does: 'occupy', offer: 0 }, status(), prepare()]),
  scene('a stranger took the address, and the wallet sends', [
    { does: 'occupy', offer: 0 },
    walletSends(),
    status(),
    prepare(),
  ]),
  scene('the clock goes an hour ahead, and the wallet sends in time', [
    { does: 'clock', seat: 0, hours: 1 },
    status(),
    { does: 'clock', seat: 0, hours: 0 },
    walletSends(),
    status(),
  ]),
  scene('the node that is asked stands still while its other one knows the time', [
    { does: 'freeze', nodes: 'FH' },
    walletSends(),
    pass(130),
    { does: 'freeze', nodes: 'H' },
    status(),
  ]),
  ...(['FH', 'HF', 'HFF', 'FHH', 'F'] as const).flatMap((nodes) => [
    scene(`a payment that one of two nodes has not seen (${nodes})`, [
      submit(),
      fund,
      { does: 'freeze', nodes },
      walletSends(1),
      status(1),
      status(1),
      pass(130),
      status(1),
      status(1),
    ]),
    scene(`a deploy that one of two nodes has not seen (${nodes})`, [
      { does: 'freeze', nodes },
      walletSends(),
      pass(130),
      status(),
      status(),
      prepare(),
    ]),
  ]),
  scene('a payment, and then the history is forgotten', [
    submit(),
    fund,
    walletSends(1),
    { does: 'prune' },
    status(1),
    pass(130),
    status(1),
    fund,
  ]),
  scene('a payment is sent by a node that says nothing of it', [
    submit(),
    fund,
    { does: 'mute' },
    submit(1),
    fund,
    { does: 'silence' },
    submit(1),
    { does: 'heal' },
    status(1),
    fund,
  ]),
  scene('a payment is asked for twice', [submit(), fund, submit(1), fund, submit(2), fund]),
  scene('a payment is asked for twice, and confirmed', [
    submit(),
    fund,
    submit(1),
    fund,
    ofHandle('confirm', 2),
    submit(2),
    fund,
  ]),
  scene('another escrow with the same terms, confirmed or not', [
    submit(),
    prepare(0, { another: true }),
    ofHandle('confirm', 1),
    submit(1),
    prepare(0, { another: true }),
    submit(2),
  ]),
  scene('the account does something else first', [
    { does: 'other transaction' },
    prepare(),
    ofHandle('renew'),
    status(),
  ]),
  scene('a sequence number that is not the next', [
    prepare(2, { lie: { kind: 'another sequence', offset: 1 } }),
    prepare(2, { lie: { kind: 'another sequence', offset: 5 } }),
    prepare(2, { lie: { kind: 'another sequence', offset: -1 } }),
  ]),
  scene('the wallet sends, and it is discarded', [walletSends(), ofHandle('discard'), status()]),
  scene('the wallet sends, and it is declined', [walletSends(), ofHandle('decline'), status()]),
  scene('two owners ask for the same', [
    prepare(0, bob),
    ofHandle('status', 0, bob),
    ofHandle('renew', 0, bob),
    ofHandle('discard', 0, bob),
    submit(0, bob),
    ofHandle('status', 1, bob),
    status(),
  ]),
  scene('what was signed late had been sent by the wallet', [
    walletSends(),
    pass(4_000),
    submit(),
    { does: 'other transaction' },
    submit(),
  ]),
  scene('an escrow that has lived on, with its history gone', [
    walletSends(),
    { does: 'live on', escrow: 0, how: 'progress' },
    { does: 'prune' },
    status(),
  ]),
  scene('an escrow that was changed since, with its history gone', [
    walletSends(),
    { does: 'live on', escrow: 0, how: 'update' },
    { does: 'prune' },
    status(),
    fund,
  ]),
  scene('archived entries and a history that is gone', [
    walletSends(),
    { does: 'prune' },
    { does: 'archive' },
    status(),
    pass(130),
    prepare(),
  ]),
  ...(['before-build', 'built', 'stored', 'claimed', 'sent', 'recorded'] as const).map((step) =>
    scene(`killed when it was ${step}`, [
      { does: 'kill', seat: 0, step },
      prepare(2),
      submit(0),
      status(0),
      prepare(0),
      prepare(2),
      submit(1),
    ]),
  ),
  scene('a restored backup', [{ does: 'back up' }, submit(), { does: 'restore' }, status(), prepare(), submit(1)]),
  scene('two desks of one folder, and one of its own', [
    prepare(0, { seat: 1 }),
    prepare(0, { seat: 2 }),
    submit(0, { seat: 2 }),
    submit(0, { seat: 1 }),
    submit(0),
    status(0),
  ]),
];
