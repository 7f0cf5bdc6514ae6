// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are lines of code, as they stand in their files
/**
 * Every rule of the comparison before a signature, and one line of code without which it would not hold. The
 * numbers are those of the comparison's own parts: 1 envelope, 2 source, 3 time and memo, 4 call, 5 escrow,
 * 6 authorisation, 7 fee and resources.
 */
export type Rule = {
  readonly rule: string;
  /** Under core/src. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly line: string;
  readonly instead: string;
};

export const rules = (
  file: string,
  entries: readonly (readonly [rule: string, line: string, instead: string])[],
): Rule[] => entries.map(([rule, line, instead]) => ({ rule, file, line, instead }));

export const without = (rule: string, line: string) => [rule, line, ''] as const;
/** A condition that is never met. */
export const never = (rule: string, condition: string) => [rule, `if (${condition})`, 'if (false)'] as const;

export const RULES: readonly Rule[] = [
  ...rules('envelope/read-transaction.ts', [
    [
      '1 no fee bump',
      "if (envelope.type === 'envelopeTypeTxFeeBump') throw new CountersignError('FEE_BUMPED');",
      "if (envelope.type === 'envelopeTypeTxFeeBump') return { ...readV1(new xdr.TransactionV1Envelope({ tx: envelope.feeBump.tx.innerTx.v1.tx, signatures: [] }), base64, passphrase), xdr: base64, canonical: true };",
    ],
    [
      '1 what was decoded is what is handed out',
      '{ xdr: again, canonical: again === base64 }',
      '{ xdr: again, canonical: again.length === base64.length }',
    ],
    [
      '1 source read from the envelope',
      'source: accountOf(transaction.sourceAccount),',
      'source: accountOf(transaction.operations[0]?.sourceAccount ?? transaction.sourceAccount),',
    ],
  ]),
  ...rules('envelope/read-transaction.ts', [
    never('1 size', 'base64.length * 0.75 > MAX_ENVELOPE_BYTES'),
    [
      '1 depth',
      'xdr.TransactionEnvelope.fromXdr(fromBase64(base64))',
      'xdr.TransactionEnvelope.fromXdrObject(xdr.TransactionEnvelope.schema.decode(fromBase64(base64), { maxDepth: 5_000 }))',
    ],
  ]),
  ...rules('actions/check.ts', [
    never('1 canonical', '!read.canonical'),
    never('1 no signatures', 'read.signatures.length > 0'),
    without('2 source account', "differences.same('source account', request.signer, read.source);"),
    never('2 operation source', 'operation.sourceAccount !== null'),
    never('3 no further preconditions', "read.transaction.cond.type === 'precondV2'"),
    without('3 an end', "differences.note('time bounds', createSide('END'), createSide('NO_END'));"),
    never('3 begun', 'minTime > BigInt(now + CLOCK_TOLERANCE_SECONDS)'),
    ['3 begun: the tolerance', 'CLOCK_TOLERANCE_SECONDS = 5', 'CLOCK_TOLERANCE_SECONDS = 60'],
    [
      '3 not over',
      'const life = maxTime - BigInt(now);',
      'const life = maxTime > BigInt(now) ? maxTime - BigInt(now) : 99n;',
    ],
    ['3 shortest life', 'MIN_LIFE_SECONDS = 20', 'MIN_LIFE_SECONDS = 10'],
    ['3 longest life', 'MAX_LIFE_SECONDS = 600', 'MAX_LIFE_SECONDS = 900'],
    never('2 sequence number', 'read.transaction.seqNum > MAX_SEQUENCE'),
    never('3 no memo', "read.transaction.memo.type !== 'memoNone'"),
    never('7 fee cap', 'read.fee > policy.maxFee'),
  ]),
  ...rules('kinds/read-deploy.ts', [
    ['4 one operation', 'if (operation === undefined || more.length > 0)', 'if (operation === undefined)'],
    never('4 a host function', "body.type !== 'invokeHostFunction'"),
    never('4 a contract call', "hostFunction.type !== 'hostFunctionTypeInvokeContract'"),
    never('4 function', 'name !== wanted'),
    ['4 number of arguments', 'invocation.args.length !== 6', 'invocation.args.length < 6'],
    never('4 deployer: an address', "deployer?.type !== 'scvAddress'"),
    [
      '4 code hash of 32 bytes',
      "wasmHash?.type !== 'scvBytes' || wasmHash.bytes.toBytes().length !== 32",
      "wasmHash?.type !== 'scvBytes'",
    ],
    [
      '4 salt of 32 bytes',
      "salt?.type !== 'scvBytes' || salt.bytes.toBytes().length !== 32",
      "salt?.type !== 'scvBytes'",
    ],
    [
      '5 initialiser',
      "init?.type !== 'scvSymbol' || init.sym.toString() !== INIT_FUNCTION",
      "init?.type !== 'scvSymbol'",
    ],
    ['5 initialiser: one argument', 'initArguments.vec?.length !== 1', '!initArguments.vec?.length'],
    never(
      '5 constructor arguments: a list',
      "constructorArguments?.type !== 'scvVec' || constructorArguments.vec === null",
    ),
  ]),
  ...rules('actions/deploy/check-deploy.ts', [
    never('4 release', 'release !== releaseOf(request)'),
    never('4 factory', 'pins.factory !== undefined'),
    never('4 code hash', 'codes.length > 0 && !codes.includes(deploy.wasmHash)'),
    without('5 deployer', "differences.same('deployer', request.signer, deploy.deployer);"),
    never('5 no constructor arguments', 'deploy.constructorArguments > 0'),
    without(
      '5 what is odd about the escrow is a difference',
      "differences.note(path, createSide('CONTRACT_FIELDS'), createSide('PROBLEM', { problem }));",
    ),
    without('5 engagement id', "differences.same('engagementId', requested.engagementId, found.engagementId);"),
    without('5 title', "differences.same('title', requested.title, found.title);"),
    without('5 description', "differences.same('description', requested.description, found.description);"),
    ...['approver', 'serviceProvider', 'platformAddress', 'releaseSigner', 'disputeResolver', 'receiver'].map(
      (role) =>
        [
          `5 role ${role}`,
          'for (const role of ROLE_NAMES) {',
          `for (const role of ROLE_NAMES.filter((name) => name !== '${role}')) {`,
        ] as const,
    ),
    never('5 platform fee', 'requested.platformFee !== found.platformFee'),
    never('5 receiver memo', 'found.receiverMemo !== undefined'),
    never('5 token', 'contract !== trustline.address'),
    never('5 units are the token’s', 'own !== undefined && multiplier !== 10 ** own'),
    without(
      '5 number of milestones',
      "differences.same('number of milestones', requested.milestones.length, found.milestones.length);",
    ),
    ['5 every milestone', 'if (wanted === undefined) continue;', 'if (wanted === undefined || index >= 0) continue;'],
    without(
      '5 milestone: description',
      'differences.same(`${path}.description`, wanted.description, milestone.description);',
    ),
    without(
      '5 the one amount of a single release',
      "checkAmount('amount', total, found.amount, decimals, differences);",
    ),
    without('5 flags of a single release', "checkUntouched('', found.flags, differences);"),
    ['5 receiver of a milestone', 'differences.same(`${path}.receiver`, requested, receiver);', '{}'],
    never('5 milestone: amount', 'found !== undefined && requested !== found'),
    never('5 milestone: status', '!FRESH_STATUS.includes(found.status)'),
    without('5 milestone: evidence', "differences.same(`${path}.evidence`, '', found.evidence);"),
    ...['approved', 'disputed', 'released', 'resolved'].map(
      (flag) => [`5 milestone: flag ${flag}`, 'if (isSet)', `if (isSet && flag !== '${flag}')`] as const,
    ),
  ]),
  ...rules('actions/differences.ts', [
    [
      '5 texts to the code point',
      'if (requested === found)',
      'if (String(requested).normalize() === String(found).normalize())',
    ],
    ['5 texts with their spaces', 'if (requested === found)', 'if (String(requested).trim() === String(found).trim())'],
    [
      '5 texts in their case',
      'if (requested === found)',
      'if (String(requested).toLowerCase() === String(found).toLowerCase())',
    ],
    [
      '5 texts as they are, not as they look',
      'if (requested === found)',
      'if (cleanLine(String(requested)) === cleanLine(String(found)))',
    ],
  ]),
  ...rules('kinds/layout.ts', [
    [
      '5 texts are strings',
      "if (value.type !== 'scvString')",
      "if (value.type === 'scvSymbol') return value.sym.toString(); else if (value.type !== 'scvString')",
    ],
    ['5 texts are UTF-8', 'value.str.toStringStrict()', 'value.str.toString()'],
    without(
      '5 integers are of the contract’s own type',
      "if (value.type !== own) problems.note(path, notOfType(value, own === 'scvU32' ? 'u32' : 'i128'));",
    ),
    [
      '5 flags are booleans',
      "value.type === 'scvBool' ? value.b :",
      "value.type === 'scvBool' ? value.b : value.type === 'scvU32' ? value.u32 > 0 :",
    ],
  ]),
  ...rules('kinds/layout.ts', [
    [
      '5 no unknown field',
      "if (field === undefined) problems.note(`${path}.${fieldName(name)}`, createProblem('UNKNOWN_TO_CONTRACT'));",
      'if (field === undefined) continue;',
    ],
    without('5 keys are symbols', "problems.note(path, createProblem('ODD_KEY', { found: key.type }));"),
    [
      '5 no field twice',
      "else if (Object.hasOwn(result, field.key)) problems.note(`${path}.${name}`, createProblem('FIELD_TWICE'));",
      'else if (Object.hasOwn(result, field.key)) continue;',
    ],
    never('5 fields in order', 'name < previous'),
    never('5 no missing field', '!isOptional && !Object.hasOwn(result, key)'),
  ]),
  ...rules('actions/check.ts', [
    ['6 one entry', 'if (entry === undefined || more.length > 0)', 'if (entry === undefined)'],
    never('6 credentials', "entry.credentials.type !== 'sorobanCredentialsSourceAccount'"),
    never('6 root is the call', '!isCall(called, invocation)'),
    never('6 no sub-invocation', 'below.length > 0'),
    without(
      '7 resources declared',
      "differences.note('resources', createSide('DECLARED'), createSide('NOT_DECLARED'));",
    ),
    never('7 resource fee', 'resourceFee < 0n || resourceFee > read.fee'),
    never('7 writes', '!writes(key)'),
    [
      '7 writes: no data of the token',
      'isDataOf(key, [contractId, factory]) ||',
      'isDataOf(key, [contractId, factory, escrow.trustline.address]) ||',
    ],
    ['7 writes: no other code', '|| isCodeOf(key, wasmHash);', "|| key.type === 'contractCode';"],
    [
      '7 no accounts, trustlines or times to live',
      "return key.type === 'contractCode' && toHex(key.contractCode.hash.toBytes()) === code",
      "return key.type !== 'contractCode' || toHex(key.contractCode.hash.toBytes()) === code",
    ],
    without('7 reads', "else differences.note('resources.reads', createSide('READS', { of }), describe(key));"),
    never('7 other code', 'otherCode.size > MOST_OTHER_CODE'),
    never('7 what is restored', 'restored.some((index) => index >= resources.footprint.readWrite.length)'),
    never('a difference refuses', 'differences.list.length > 0'),
    ['level: decimals known', 'tokenDecimals(network, token) === undefined ?', 'false ?'],
  ]),
  ...rules('actions/deploy/check-deploy.ts', [
    without('1 to 3, 7 at all', 'checkEnvelope(read, request, policy, differences);'),
    without('5 at all', 'checkDeploy(deploy, request, policy.network, differences);'),
    without('6 at all', 'checkAuthorisation(deploy, differences);'),
    without('7 at all', 'checkResources(read, deploy, differences);'),
  ]),
  ...rules('actions/deploy/check-deploy.ts', [
    never('level: factory pinned', 'pins.factory === undefined'),
    never('level: code pinned', 'pins.wasmHash === undefined'),
    never('level: the kind that the service makes', '!releasesOf(network).includes(kind.release)'),
  ]),
  ...rules('kinds/escrow-on-chain.ts', [
    ['shown: the share of the service', 'SERVICE_FEE_BASIS_POINTS = 30n', 'SERVICE_FEE_BASIS_POINTS = 0n'],
    ['shown: the share of the platform', 'BigInt(platformFee)', '0n'],
    ['shown: the share of the receiver', 'receiver: paid - platform - service', 'receiver: paid'],
  ]),
  ...rules('actions/deploy/summary.ts', [
    ['shown: signer', 'signer: deploy.deployer,', 'signer: network.name,'],
    ['shown: contract id, derived here', 'contractId: deploy.contractId,', 'contractId: deploy.factory,'],
    ['shown: title', 'title: revealLine(escrow.title),', 'title: revealLine(escrow.engagementId),'],
    ['shown: engagement id', 'engagementId: revealLine(escrow.engagementId),', "engagementId: '',"],
    ['shown: description', 'description: revealParagraph(escrow.description),', "description: '',"],
    [
      'shown: descriptions of milestones',
      'description: revealParagraph(description),',
      "description: revealParagraph(escrow.milestones[0]?.description ?? ''),",
    ],
    [
      'shown: total',
      'total: fromBaseUnits(totalOf(escrow), decimals),',
      'total: fromBaseUnits(escrow.milestones[0]?.amount ?? 0n, decimals),',
    ],
    ['shown: what each gets', 'formatPayout(payout, decimals)', 'formatPayout(sumOf(paid), decimals)'],
    [
      'shown: what each gets in all',
      'total: formatPayout(sumOf(paid), decimals),',
      'total: formatPayout(paid[0] ?? sumOf(paid), decimals),',
    ],
    ['shown: token', 'token: { address: trustline.address,', 'token: { address: deploy.factory,'],
    ['shown: the name of a known token alone', '(token === undefined ? {} : { code: token.code })', "{ code: 'USDC' }"],
    ['shown: network', 'network: network.name,', "network: 'public',"],
    ['shown: passphrase', 'networkPassphrase: network.passphrase,', "networkPassphrase: '',"],
    ...['approver', 'serviceProvider', 'platformAddress', 'releaseSigner', 'disputeResolver'].map(
      (role) => [`shown: role ${role}`, `${role}: roles.${role},`, `${role}: deploy.factory,`] as const,
    ),
    ['shown: role receiver', "receiver: receivers(escrow).join(', '),", 'receiver: roles.approver,'],
    ['shown: platform fee', 'fromBasisPoints(escrow.platformFee)', 'fromBasisPoints(escrow.platformFee + 1)'],
    [
      'shown: amounts',
      'amount === undefined ? NO_OWN_AMOUNT : fromBaseUnits(amount, decimals),',
      'amount === undefined ? NO_OWN_AMOUNT : fromBaseUnits(amount, 0),',
    ],
    ['shown: receiver memo', 'receiverMemo === 0n', 'receiverMemo >= 0n'],
    ['shown: fee', 'fromBaseUnits(read.fee, XLM_DECIMALS)', "'0.1'"],
    ['shown: expiry', 'const end = read.timeBounds?.maxTime ?? 0n;', 'const end = 0n;'],
  ]),
];
