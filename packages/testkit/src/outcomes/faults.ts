// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of code, as they stand in their files
/** The rules on the source of a state, each with one line of the desk without which it would not hold. */
import type { Rule } from '../mutation/rules.ts';

const faults = (file: string, entries: readonly (readonly [rule: string, line: string, instead: string])[]): Rule[] =>
  entries.map(([rule, line, instead]) => ({ rule, file, line, instead }));

export const FAULTS: readonly Rule[] = [
  ...faults('workflow/outcome/decide.ts', [
    ['a reached sequence alone is taken for dead', 'if (!covered && !isFree) return OPEN;', ''],
    ['a history that begins later is taken for whole', 'outcome.fromLedger <= offeredLedger', 'true'],
    [
      'what failed is taken for settled',
      "if (outcome.kind === 'failed') return { kind: 'rejected', code: outcome.code };",
      "if (outcome.kind === 'failed') return { kind: 'settled', changedSince: [] };",
    ],
    [
      'whatever stands at its address is taken for settled',
      "if (!isReachable || (byAnother && changesMoney)) return { kind: 'taken', differences };",
      '',
    ],
  ]),
  ...faults('workflow/outcome/read-outcome.ts', [
    [
      'the desk’s clock ends an offer, not the ledger’s',
      'if (known === undefined || known.latest <= expiresAt) return false;',
      'if (known === undefined) return false;',
    ],
    [
      'only what was sent from here is asked about',
      ".filter((offer) => isUndecided(offer) || offer.state === 'taken')",
      ".filter((offer) => isUndecided(offer) && offer.state !== 'offered')",
    ],
  ]),
  ...faults('workflow/outcome/outcome-words.ts', [
    [
      'the service’s success is taken for settled',
      "    status: 'accepted',\n    by: 'service',",
      "    status: 'settled',\n    by: 'ledger',",
    ],
    [
      'the service’s denial is taken for a rejection',
      "if (outcome.kind === 'unknown') return { ...unknownSettlement(offer, outcome.because), ...detail };",
      "if (outcome.kind === 'unknown') return rejectedSettlement(offer, 'ledger', 'txFailed');",
    ],
  ]),
  ...faults('workflow/outcome/status-words.ts', [
    [
      'the desk’s clock alone tells that it expired',
      "if (offer.expiresAt <= context.now()) return 'unknown';",
      "if (offer.expiresAt <= context.now()) return 'expired';",
    ],
  ]),
  ...faults('workflow/prepare/build.ts', [
    [
      'a sequence number that is not the next is offered',
      "if (place === 'next') return",
      "if (place !== 'no-account') return",
    ],
  ]),
  ...faults('workflow/prepare/decide.ts', [
    [
      'a row of the store is handed out without being compared',
      "if (newest?.state !== 'offered' || !facts.isIntact) return undefined;",
      "if (newest?.state !== 'offered') return undefined;",
    ],
  ]),
  ...faults('workflow/prepare/make.ts', [
    [
      'doing it once more asks nobody',
      'isRepetition ? repetitionStops(context.network, existing, asked) : keptStops(existing)',
      'keptStops(existing)',
    ],
  ]),
  ...faults('workflow/prepare/prepared-view.ts', [
    [
      'what nobody confirmed is handed out',
      'const isToConfirm = (await unconfirmed(context, handle, judgement.stops)).length > 0;',
      'const isToConfirm = false;',
    ],
  ]),
  ...faults('workflow/prepare/rivals.ts', [
    [
      'an earlier offer that may have settled is not asked about',
      '.filter((earlier) => isUndecided(earlier) || isDeathDoubtful(earlier))',
      ".filter((earlier) => earlier.state !== 'offered' && isUndecided(earlier))",
    ],
    [
      'a version that settled is not told of',
      '...settled.map((before): BlockingWarning => {',
      '...settled.slice(0, 0).map((before): BlockingWarning => {',
    ],
  ]),
  ...faults('workflow/store/adding.ts', [
    [
      'an address is offered for other terms',
      'if (terms !== null && (await isOfferedForOthers(query, offer.contractId, terms))) throw mismatch(ADDRESS_OF_OTHERS);',
      '',
    ],
  ]),
  ...faults('workflow/people/access.ts', [
    [
      'anybody of a tenant owns its handles',
      "if (viewer.tenant === handle.owner.tenant && viewer.id === handle.owner.id) return 'sign';",
      "if (viewer.tenant === handle.owner.tenant) return 'sign';",
    ],
  ]),
  ...faults('workflow/keys.ts', [
    ['equal requests of two owners are one handle', '.update(`${personKey(owner)}\\n${terms}`)', '.update(terms)'],
  ]),
  ...faults('workflow/submit/end-handle.ts', [
    [
      'a handle is ended without asking the ledger',
      'const { handle: current } = await readOutcome(context, handle, options);',
      'const current = handle;',
    ],
  ]),
  ...faults('ledger/one-rpc.ts', [
    [
      'a deploy that cannot be tried is taken for one whose address is free',
      "if (error !== undefined) return OCCUPIED.test(error) ? 'occupied' : 'unknown';",
      "if (error !== undefined) return 'free';",
    ],
  ]),
];
