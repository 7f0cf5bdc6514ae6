/** Every rule of a step's comparison and summary, and one line without which it would not hold; as `rules.ts` has them of a deploy's. */
import { never, type Rule, rules, without } from './rules.ts';

export const STEP_RULES: readonly Rule[] = [
  ...rules('actions/steps/check-step.ts', [
    without('the envelope at all', 'checkEnvelope(read, request, policy, differences);'),
    without('the escrow', "differences.same('escrow', request.escrow, call.contractId);"),
    without('the arguments at all', 'checkArguments(step, call, state, request, differences);'),
    without('the authorisation at all', 'checkAuthorisation(call, differences);'),
    without(
      'the footprint at all',
      'checkTouched(read, call, state, request.code, step.effect(state, request), differences);',
    ),
    [
      'the function of this kind and network',
      'called === undefined || called.name !== name || !sameList(called.takes, [...callArguments.keys()])',
      'called === undefined',
    ],
    ['the fee address', "value === undefined && argument === 'feeAddress'", "argument === 'feeAddress'"],
    ...(['signer', 'index', 'distributions', 'escrow', 'ledgers', 'status', 'evidence', 'statusChanges'] as const).map(
      (argument) =>
        [
          `the argument ${argument}`,
          "value === undefined && argument === 'feeAddress'",
          `(value === undefined && argument === 'feeAddress') || argument === '${argument}'`,
        ] as const,
    ),
    ['every field of an argument', 'else compareValues(value, found, NAMES[argument] ?? argument, differences);', ''],
    ['writes: the escrow’s own code alone', 'isCodeOf(key, code) ||', "key.type === 'contractCode' ||"],
    [
      'writes: the token’s data where it pays alone',
      'isPaying ? [call.contractId, contract] : [call.contractId]',
      '[call.contractId, contract]',
    ],
    ['writes: those who are paid alone', "(isPaying && paid.includes(ownerOf(key) ?? ''))", 'isPaying'],
    ['reads: the issuer’s account alone', '(issuer === undefined || ownerOf(key) === issuer)', 'true'],
    ['reads: accounts where it pays alone', "(isPaying && key.type === 'account' &&", "(key.type === 'account' &&"],
  ]),
  ...rules('actions/check.ts', [
    ['one authorisation', 'if (entry === undefined || more.length > 0)', 'if (entry === undefined)'],
    never('the source account’s credentials', "entry.credentials.type !== 'sorobanCredentialsSourceAccount'"),
    never('the authorised call is the call', '!isCall(called, invocation)'),
    never('nothing below the call', 'below.length > 0'),
    never('a difference refuses', 'differences.list.length > 0'),
  ]),
  ...rules('actions/differences.ts', [
    ['what is only written in another way', 'differences.list.length === before && !requested.equals(found)', 'false'],
  ]),
  ...rules('kinds/escrow-kind.ts', [
    ['as many arguments as the function takes', 'takes.length === args.length &&', 'takes.length <= args.length &&'],
  ]),
  ...rules('actions/steps/summary.ts', [
    ['shown: the fee', 'feeXlm: fromBaseUnits(read.fee, XLM_DECIMALS)', "feeXlm: '0.1'"],
    ['shown: the end', 'expiresAt: expiryOf(read).toISOString()', 'expiresAt: new Date(0).toISOString()'],
    ['shown: what is restored', 'restores(read) ? [words.RESTORES] : []', '[]'],
  ]),
];
