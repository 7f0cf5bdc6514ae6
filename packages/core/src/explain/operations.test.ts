import { buildDeploy, NOW, request, sandbox } from '@countersign/testkit/fixtures/deploy-fixture';
import {
  addressValue,
  call,
  escrow,
  explain,
  explainIn,
  i128,
  other,
  said,
  source,
  third,
  USDC,
  usdc,
  warned,
} from '@countersign/testkit/fixtures/explain-fixture';
import { foreignWords } from '@countersign/testkit/fixtures/spoken-texts';
import {
  Account,
  Address,
  Asset,
  AuthClawbackEnabledFlag,
  AuthImmutableFlag,
  Claimant,
  hash,
  Keypair,
  LiquidityPoolAsset,
  MuxedAccount,
  Operation,
  StrKey,
  xdr,
} from '@stellar/stellar-sdk/base';
import { describe, expect, test } from 'vitest';
import { explainTransaction } from './explain-transaction.ts';

const EVIL = 'harmless\u202e”. Network fee: none. Signed by everybody “\u0007\n## heading';
const SHOWN = /“harmless\[U\+202E\]’\. Network fee: none\. Signed by everybody ’(?:\[U\+0007\])? ## heading”/;
const poolId = 'ab'.repeat(32);
const balanceId = `00000000${'cd'.repeat(32)}`;
const bytes = (fill: number, length = 32) => new Uint8Array(length).fill(fill);

/** Every type of operation: what must be said of it, and what must be warned of. */
const CASES: readonly [string, xdr.Operation, (string | RegExp)[], RegExp?][] = [
  [
    'createAccount',
    Operation.createAccount({ destination: other, startingBalance: '12.5' }),
    [`Creates the account ${other} and gives it 12.5 XLM.`],
    new RegExp(`creates the account ${other} and gives it 12.5 XLM of ${source}\\.$`),
  ],
  [
    'payment',
    Operation.payment({ destination: other, asset: USDC, amount: '900000000.0000001' }),
    [`Pays 900000000.0000001 USDC issued by ${usdc.issuer} to ${other}.`],
    new RegExp(`pays 900000000.0000001 USDC issued by ${usdc.issuer} from ${source} to ${other}\\.$`),
  ],
  [
    'payment to an M address, as another account',
    Operation.payment({
      destination: new MuxedAccount(new Account(other, '0'), '77').accountId(),
      asset: Asset.native(),
      amount: '1',
      source: third,
    }),
    [/ to M[A-Z2-7]{68} /, `(number 77 of account ${other})`, `, as ${third}.`],
    new RegExp(`pays 1 XLM from ${third} to M[A-Z2-7]{68} \\(number 77 of account ${other}\\)`),
  ],
  [
    'pathPaymentStrictReceive',
    Operation.pathPaymentStrictReceive({
      sendAsset: Asset.native(),
      sendMax: '20',
      destination: other,
      destAsset: USDC,
      destAmount: '10',
      path: [new Asset('MID', third)],
    }),
    [
      `exactly 10 USDC issued by ${usdc.issuer} to ${other}, for at most 20 XLM, exchanged through MID issued by ${third}`,
    ],
    new RegExp(`pays exactly 10 USDC .* to ${other}, for at most 20 XLM of ${source}\\.$`),
  ],
  [
    'pathPaymentStrictSend',
    Operation.pathPaymentStrictSend({
      sendAsset: USDC,
      sendAmount: '20',
      destination: other,
      destAsset: Asset.native(),
      destMin: '10',
      path: [],
    }),
    [`Sends exactly 20 USDC issued by ${usdc.issuer}, of which ${other} gets at least 10 XLM.`],
    new RegExp(`sends exactly 20 USDC .* of ${source}, of which ${other} gets at least 10 XLM`),
  ],
  [
    'manageSellOffer',
    Operation.manageSellOffer({ selling: USDC, buying: Asset.native(), amount: '5', price: '0.25' }),
    [`Offers to sell 5 USDC issued by ${usdc.issuer} for XLM, at 0.25 of it for each.`],
    new RegExp(`offers to sell 5 USDC .* for XLM, at 0.25 of it for each, as ${source}`),
  ],
  [
    'manageSellOffer that ends one',
    Operation.manageSellOffer({ selling: USDC, buying: Asset.native(), amount: '0', price: '1', offerId: '7' }),
    ['Takes back offer 7'],
  ],
  [
    'manageBuyOffer',
    Operation.manageBuyOffer({
      selling: Asset.native(),
      buying: USDC,
      buyAmount: '5',
      price: { n: 1, d: 3 },
      offerId: '9',
    }),
    ['Changes offer 9', `to buy 5 USDC issued by ${usdc.issuer} with XLM, at about 0.3333333 (1/3)`],
    /changes offer 9: it offers to buy 5 USDC/,
  ],
  [
    'createPassiveSellOffer',
    Operation.createPassiveSellOffer({ selling: USDC, buying: Asset.native(), amount: '5', price: '2' }),
    [`sell 5 USDC issued by ${usdc.issuer} for XLM`, 'without taking an offer at the same price'],
    /offers to sell 5 USDC/,
  ],
  [
    'setOptions that adds a signer',
    Operation.setOptions({ signer: { ed25519PublicKey: other, weight: 2 }, masterWeight: 0, highThreshold: 3 }),
    [`Changes settings of ${source}`, `${other} can sign, with weight 2`, 'high security need weight 3'],
    new RegExp(`lets ${other} sign for ${source}[\\s\\S]*ends the right of ${source}[\\s\\S]*to 3: .*locked`),
  ],
  [
    'setOptions that removes a signer',
    Operation.setOptions({ signer: { ed25519PublicKey: other, weight: 0 } }),
    [`${other} can no longer sign`],
    new RegExp(`takes from ${other} the right`),
  ],
  [
    'setOptions with a transaction that may sign',
    Operation.setOptions({ signer: { preAuthTx: bytes(1), weight: 1 } }),
    ['01'.repeat(32), StrKey.encodePreAuthTx(bytes(1))],
    /lets the transaction with the hash/,
  ],
  [
    'setOptions with a hash that may sign',
    Operation.setOptions({ signer: { sha256Hash: bytes(2), weight: 1 } }),
    ['02'.repeat(32), StrKey.encodeSha256Hash(bytes(2))],
    /lets the holder of the preimage/,
  ],
  [
    'setOptions with flags and a domain of a stranger',
    Operation.setOptions({
      setFlags: AuthImmutableFlag,
      clearFlags: AuthClawbackEnabledFlag,
      homeDomain: 'evil\u202e.example',
      inflationDest: third,
    }),
    ['“evil[U+202E].example”', third, 'can never change again', 'take its tokens back'],
    /permanent/,
  ],
  ['setOptions of nothing', Operation.setOptions({}), [`Changes settings of ${source}: nothing`]],
  [
    'changeTrust',
    Operation.changeTrust({ asset: USDC, limit: '1000' }),
    [`Lets ${source} hold USDC issued by ${usdc.issuer}, up to 1000.`],
  ],
  ['changeTrust without limit', Operation.changeTrust({ asset: USDC }), ['without a limit']],
  [
    'changeTrust that ends one',
    Operation.changeTrust({ asset: USDC, limit: '0' }),
    [`Ends the trustline of ${source} for USDC`],
  ],
  [
    'changeTrust for a pool',
    Operation.changeTrust({ asset: new LiquidityPoolAsset(Asset.native(), USDC, 30) }),
    [`shares of the liquidity pool of XLM and USDC issued by ${usdc.issuer} (its fee is 0.3 %)`],
  ],
  [
    'allowTrust',
    Operation.allowTrust({ trustor: other, assetCode: 'ABC', authorize: true }),
    [`Says of ${other} and ABC issued by ${source}: may hold and move it.`],
  ],
  [
    'allowTrust that freezes',
    Operation.allowTrust({ trustor: other, assetCode: 'ABCDEFGH', authorize: false }),
    [`Freezes the ABCDEFGH issued by ${source} of ${other}.`],
    new RegExp(`freezes the ABCDEFGH issued by ${source} of ${other}`),
  ],
  [
    'accountMerge',
    Operation.accountMerge({ destination: other }),
    [`Closes the account ${source} for good and gives all of its XLM to ${other}.`],
    new RegExp(`^Operation 1 closes the account ${source} for good and gives all of its XLM to ${other}\\.$`),
  ],
  ['inflation', Operation.inflation(), ['which Stellar no longer has']],
  [
    'manageData',
    Operation.manageData({ name: EVIL.slice(0, 50), value: 'yes' }),
    [/^Writes the data entry “harmless\[U\+202E\]’/, `of ${source}: “yes”.`],
  ],
  [
    'manageData of bytes',
    Operation.manageData({ name: 'key', value: Buffer.from([0xff, 0xfe]) }),
    ['“key”', ': 0xfffe.'],
  ],
  ['manageData that removes', Operation.manageData({ name: 'key', value: null }), ['Removes the data entry “key”']],
  [
    'bumpSequence',
    Operation.bumpSequence({ bumpTo: '99' }),
    [`Raises the sequence number of ${source} to 99, if it is lower.`],
    /become void/,
  ],
  [
    'createClaimableBalance',
    Operation.createClaimableBalance({
      asset: USDC,
      amount: '3',
      claimants: [
        new Claimant(other, Claimant.predicateBeforeAbsoluteTime(String(NOW))),
        new Claimant(
          third,
          Claimant.predicateOr(
            Claimant.predicateNot(Claimant.predicateBeforeRelativeTime('60')),
            Claimant.predicateUnconditional(),
          ),
        ),
      ],
    }),
    [
      `Sets 3 USDC issued by ${usdc.issuer} aside`,
      `${other} before ${new Date(NOW * 1_000).toISOString()}`,
      `${third} (not within 60 s of its creation or at any time)`,
    ],
    new RegExp(`sets 3 USDC .* of ${source} aside, to be claimed by ${other} .*; or by ${third}`),
  ],
  [
    'claimClaimableBalance',
    Operation.claimClaimableBalance({ balanceId }),
    [StrKey.encodeClaimableBalance(Uint8Array.of(0, ...bytes(0xcd)))],
  ],
  [
    'beginSponsoringFutureReserves',
    Operation.beginSponsoringFutureReserves({ sponsoredId: other }),
    [`Lets ${source} put up the reserves for what ${other} creates`],
    new RegExp(`lets ${source} put up the reserves for what ${other} creates`),
  ],
  ['endSponsoringFutureReserves', Operation.endSponsoringFutureReserves({ source: other }), [`of ${other} that began`]],
  [
    'revokeSponsorship of an account',
    Operation.revokeAccountSponsorship({ account: other }),
    [`Stops sponsoring the account ${other}.`],
  ],
  [
    'revokeSponsorship of a trustline',
    Operation.revokeTrustlineSponsorship({ account: other, asset: USDC }),
    [`the trustline of ${other} for USDC issued by ${usdc.issuer}`],
  ],
  [
    'revokeSponsorship of an offer',
    Operation.revokeOfferSponsorship({ seller: other, offerId: '5' }),
    [`offer 5 of ${other}`],
  ],
  [
    'revokeSponsorship of data',
    Operation.revokeDataSponsorship({ account: other, name: 'evil\u202e' }),
    [`the data entry “evil[U+202E]” of ${other}`],
  ],
  [
    'revokeSponsorship of a claimable balance',
    Operation.revokeClaimableBalanceSponsorship({ balanceId }),
    [StrKey.encodeClaimableBalance(Uint8Array.of(0, ...bytes(0xcd)))],
  ],
  [
    'revokeSponsorship of a pool',
    Operation.revokeLiquidityPoolSponsorship({ liquidityPoolId: poolId }),
    [StrKey.encodeLiquidityPool(bytes(0xab))],
  ],
  [
    'revokeSponsorship of a signer',
    Operation.revokeSignerSponsorship({ account: other, signer: { ed25519PublicKey: third } }),
    [`the signer ${third} of ${other}`],
  ],
  [
    'clawback',
    Operation.clawback({ asset: USDC, amount: '4', from: other }),
    [`Takes 4 USDC issued by ${usdc.issuer} from ${other}, and destroys it.`],
    /without asking/,
  ],
  [
    'clawbackClaimableBalance',
    Operation.clawbackClaimableBalance({ balanceId }),
    [StrKey.encodeClaimableBalance(Uint8Array.of(0, ...bytes(0xcd)))],
    /without asking/,
  ],
  [
    'setTrustLineFlags',
    Operation.setTrustLineFlags({ trustor: other, asset: USDC, flags: { authorized: true, clawbackEnabled: false } }),
    [`Says of ${other} and USDC issued by ${usdc.issuer}`, 'from now on may hold', 'no longer the issuer may take'],
  ],
  [
    'liquidityPoolDeposit',
    Operation.liquidityPoolDeposit({
      liquidityPoolId: poolId,
      maxAmountA: '5',
      maxAmountB: '6',
      minPrice: '0.5',
      maxPrice: '2',
    }),
    [StrKey.encodeLiquidityPool(bytes(0xab)), 'at most 5 of the first and 6 of the second', 'between 0.5 and 2'],
    /puts at most 5 of the first/,
  ],
  [
    'liquidityPoolWithdraw',
    Operation.liquidityPoolWithdraw({ liquidityPoolId: poolId, amount: '7', minAmountA: '1', minAmountB: '2' }),
    [StrKey.encodeLiquidityPool(bytes(0xab)), 'Gives 7 shares', 'at least 1 of its first and 2 of its second'],
    /gives 7 shares/,
  ],
  ['extendFootprintTtl', Operation.extendFootprintTtl({ extendTo: 17_280 }), ['17280 ledgers (about 1 days)']],
  ['restoreFootprint', Operation.restoreFootprint({}), ['Restores the archived contract data']],
  [
    'invokeHostFunction: a token transfer',
    call(usdc.address, 'transfer', [addressValue(source), addressValue(escrow), i128(105_000_000n)]),
    [`Moves 10.5 USDC from ${source} to ${escrow} (transfer of the USDC contract ${usdc.address})`],
    new RegExp(`moves 10.5 USDC from ${source} to ${escrow}`),
  ],
  [
    'invokeHostFunction: a transfer of XLM by its contract',
    call(Asset.native().contractId(sandbox.passphrase), 'transfer', [
      addressValue(source),
      addressValue(other),
      i128(1n),
    ]),
    [`Moves 0.0000001 XLM from ${source} to ${other}`],
    new RegExp(`moves 0.0000001 XLM from ${source} to ${other}`),
  ],
  [
    'invokeHostFunction: a transfer of a token that is not known',
    call(escrow, 'transfer', [addressValue(source), addressValue(other), i128(5n)]),
    [`5 base units of token ${escrow} (its decimals are not known here)`, 'no token known here', source, other],
    new RegExp(`by that name it moves 5 base units of token ${escrow} .* from ${source} to ${other}`),
  ],
  [
    'invokeHostFunction: an allowance',
    call(usdc.address, 'approve', [
      addressValue(source),
      addressValue(other),
      i128(10_000_000n),
      xdr.ScVal.scvU32(900),
    ]),
    [`Lets ${other} take 1 USDC of ${source}, until ledger 900`],
    new RegExp(`lets ${other} take 1 USDC of ${source}, until ledger 900, without asking again`),
  ],
  [
    'invokeHostFunction: the funding of an escrow',
    call(escrow, 'fund_escrow', [
      addressValue(source),
      xdr.ScVal.scvMap([entry('trustline', xdr.ScVal.scvMap([entry('address', addressValue(usdc.address))]))]),
      i128(25_000_000n),
    ]),
    [`fund_escrow of contract ${escrow}, which by that name moves money into an escrow, 2.5 USDC, from ${source}`],
    new RegExp(`of contract ${escrow}, which by that name moves money into an escrow, 2.5 USDC, from ${source}`),
  ],
  [
    'invokeHostFunction: a release',
    call(escrow, 'release_milestone_funds', [addressValue(source), xdr.ScVal.scvU32(1)]),
    [`by that name pays a milestone out, number 2, by ${source}, with the arguments (${source}, 1)`],
    new RegExp(`release_milestone_funds of contract ${escrow}`),
  ],
  [
    'invokeHostFunction: another call',
    call(escrow, 'odd', [
      xdr.ScVal.scvString(EVIL),
      xdr.ScVal.scvVec([xdr.ScVal.scvBool(true), xdr.ScVal.scvVoid(), xdr.ScVal.scvSymbol('ok')]),
      xdr.ScVal.scvMap([entry('key', xdr.ScVal.scvBytes(bytes(0xee, 100)))]),
    ]),
    [SHOWN, '[true, nothing, ok]', `{key: 0x${'ee'.repeat(64)}… (100 bytes in all)}`],
  ],
  [
    'invokeHostFunction: an upload',
    Operation.uploadContractWasm({ wasm: bytes(1, 12) }),
    ['12 bytes', Buffer.from(hash(bytes(1, 12))).toString('hex')],
  ],
  [
    'invokeHostFunction: a contract',
    Operation.createCustomContract({
      address: Address.fromString(source),
      wasmHash: bytes(6),
      salt: bytes(7),
      constructorArgs: [xdr.ScVal.scvU32(42)],
    }),
    [`Creates a contract of ${source}`, '07'.repeat(32), '06'.repeat(32), / at C[A-Z2-7]{55} \(if/, '(42)'],
  ],
  [
    'invokeHostFunction: the contract of a token',
    Operation.createStellarAssetContract({ asset: USDC }),
    [`the token contract of USDC issued by ${usdc.issuer} at ${usdc.address}`],
  ],
];

function entry(key: string, val: xdr.ScVal): xdr.ScMapEntry {
  return new xdr.ScMapEntry({ key: xdr.ScVal.scvSymbol(key), val });
}

describe('every type of operation', () => {
  test.each(CASES)('%s', (_, operation, wanted, warning) => {
    const words = said(operation);
    for (const part of wanted) {
      if (typeof part === 'string') expect(words).toContain(part);
      else expect(words).toMatch(part);
    }
    const warnings = warned(operation).join('\n');
    if (warning === undefined) expect(warnings).toBe('');
    else expect(warnings).toMatch(warning);
  });

  test.each(CASES)('%s, to a Spanish reader, with all that English says', (_, operation) => {
    const [english, spanish] = [explain(operation), explainIn('es', operation)].map(({ heading, lines, warnings }) =>
      [heading, ...lines.map(({ label, value }) => `${label}: ${value}`), ...warnings.map(({ text }) => text)].join(
        '\n',
      ),
    ) as [string, string];
    expect(foreignWords(spanish)).toEqual([]);
    const decisive = /\b[A-Z2-7]{56,69}\b|\b[0-9a-f]{64}\b|(?<![\w.])\d+(?:\.\d+)?(?![\w.])/g;
    expect(spanish.match(decisive)?.sort()).toEqual(english.match(decisive)?.sort());
  });

  test('none is left out', () => {
    const covered = new Set(CASES.map(([, operation]) => operation.body.type));
    const all = [...Array(27).keys()].map((type) => {
      const bytesOfType = Uint8Array.of(0, 0, 0, type);
      return xdr.OperationType.fromXdr(bytesOfType).name;
    });
    expect([...covered].sort()).toEqual([...all].sort());
  });
});

test('what an account pays to itself, under whatever number, is no warning', () => {
  const self = (destination: string) => Operation.payment({ destination, asset: USDC, amount: '1' });
  expect(warned(self(source))).toEqual([]);
  expect(warned(self(new MuxedAccount(new Account(source, '0'), '77').accountId()))).toEqual([]);
});

test('a heading counts what a transaction is made of', () => {
  const pay = Operation.payment({ destination: other, asset: Asset.native(), amount: '1' });
  expect(explain(pay).heading).toBe('Not the deploy of an escrow, but a payment.');
  expect(explain(pay, Operation.inflation(), pay).heading).toBe(
    'Not the deploy of an escrow, but 3 operations: a payment (2), inflation.',
  );
});

describe('a token that poses as another', () => {
  test.each([
    ['USDC', /a USDC that is not the USDC known on sandbox: its issuer is G/],
    ['usdc', /a usdc that is not the USDC known/],
    ['XLM', /calls itself XLM and is issued by G.*; it is not the XLM of Stellar/],
  ])('%s', (code, warning) => {
    const pay = Operation.payment({ destination: other, asset: new Asset(code, third), amount: '1' });
    expect(warned(pay).join('\n')).toMatch(warning);
    expect(warned(pay).join('\n')).toContain(third);
  });

  test('a code of odd bytes is shown as bytes', () => {
    const asset = xdr.Asset.assetTypeCreditAlphanum4(
      new xdr.AlphaNum4({
        assetCode: Uint8Array.of(0x55, 0x53, 0x22, 0x0a),
        issuer: Keypair.fromPublicKey(third).xdrPublicKey(),
      }),
    );
    const pay = new xdr.Operation({
      sourceAccount: null,
      body: xdr.OperationBody.payment(
        new xdr.PaymentOp({ destination: Keypair.fromPublicKey(other).xdrMuxedAccount(), asset, amount: 1n }),
      ),
    });
    const { lines } = explainTransaction(buildDeploy(request(), { operations: [pay] }), sandbox, NOW);
    expect(lines[0]?.value).toContain('(an asset code of the bytes 5553220a)');
  });
});

test('a long list is cut, with a count, and no address is', () => {
  const list = xdr.ScVal.scvVec(Array.from({ length: 2_000 }, () => addressValue(third)));
  const words = said(call(escrow, 'odd', [list, xdr.ScVal.scvU32(7)]));
  expect(words.match(new RegExp(third, 'g'))).toHaveLength(299);
  expect(words).toContain('and 1701 more]');
  expect(words.length).toBeLessThan(20_000);
});
