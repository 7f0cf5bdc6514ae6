import type { xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../../envelope/bytes.ts';
import type { ExplainWords } from '../../words/all.ts';
import {
  amountWords,
  assetWords,
  balanceWords,
  contractAddressWords,
  keyWords,
  poolWords,
  signerWords,
} from '../asset-words.ts';
import { clause, type Describers, listed, type Scene } from '../scene.ts';
import { textWords, timeWords } from '../value-words.ts';

export const CLAIMS: Describers<
  | 'createClaimableBalance'
  | 'claimClaimableBalance'
  | 'beginSponsoringFutureReserves'
  | 'endSponsoringFutureReserves'
  | 'revokeSponsorship'
> = {
  createClaimableBalance: {
    name: 'claimableBalance',
    say: ({ createClaimableBalanceOp: { amount, asset, claimants } }, scene) => {
      const { words } = scene;
      const who = claimants.map(({ v0 }) => `${keyWords(v0.destination)} ${whenWords(v0.predicate, words)}`);
      const what = amountWords(amount, asset, scene);
      const by = words.toBeClaimedBy(listed(who, 10, words, words.OR_BY) || words.NOBODY);
      scene.warn('money', words.setsAsideOf(what, scene.actor, by));
      return words.setsAside(what, by);
    },
  },
  claimClaimableBalance: {
    name: 'claim',
    say: ({ claimClaimableBalanceOp: { balanceId } }, { actor, words }) =>
      words.claims(balanceWords(balanceId, words), actor),
  },
  beginSponsoringFutureReserves: {
    name: 'beginSponsoring',
    say: ({ beginSponsoringFutureReservesOp: { sponsoredId } }, scene) => {
      const words = scene.words.putsUpReserves(scene.actor, keyWords(sponsoredId));
      scene.warn('trust', clause(words));
      return words;
    },
  },
  endSponsoringFutureReserves: {
    name: 'endSponsoring',
    say: (_, { actor, words }) => words.endsSponsorship(actor),
  },
  revokeSponsorship: {
    name: 'revokeSponsorship',
    say: ({ revokeSponsorshipOp: revoked }, scene) =>
      revoked.type === 'revokeSponsorshipLedgerEntry'
        ? scene.words.stopsSponsoring(entryWords(revoked.ledgerKey, scene))
        : scene.words.stopsSponsoringSigner(
            signerWords(revoked.signer.signerKey, scene.words),
            keyWords(revoked.signer.accountId),
          ),
  },
};

/** The protocol takes four levels; more than that is not worth reading. */
function whenWords(predicate: xdr.ClaimPredicate, words: ExplainWords, depth = 4): string {
  if (depth === 0) return words.MORE_CONDITIONS;
  const all = (list: readonly xdr.ClaimPredicate[], between: string) =>
    `(${listed(
      list.map((item) => whenWords(item, words, depth - 1)),
      4,
      words,
      between,
    )})`;
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return words.AT_ANY_TIME;
    case 'claimPredicateAnd':
      return all(predicate.andPredicates, words.AND);
    case 'claimPredicateOr':
      return all(predicate.orPredicates, words.OR);
    case 'claimPredicateNot':
      return predicate.notPredicate === null
        ? words.NEVER
        : words.not(whenWords(predicate.notPredicate, words, depth - 1));
    case 'claimPredicateBeforeAbsoluteTime':
      return words.before(timeWords(predicate.absBefore, words));
    case 'claimPredicateBeforeRelativeTime':
      return words.withinSeconds(predicate.relBefore);
  }
}

/** An entry of the ledger, by what it is and whose. */
function entryWords(key: xdr.LedgerKey, scene: Scene): string {
  const { words } = scene;
  switch (key.type) {
    case 'account':
      return words.theAccount(keyWords(key.account.accountId));
    case 'trustline': {
      const { accountId, asset } = key.trustLine;
      const isPool = asset.type === 'assetTypePoolShare';
      const token = isPool ? words.sharesOf(poolWords(asset.liquidityPoolId, words)) : assetWords(asset, scene);
      return words.theTrustline(keyWords(accountId), token);
    }
    case 'offer':
      return words.theOffer(key.offer.offerId, keyWords(key.offer.sellerId));
    case 'data':
      return words.theData(textWords(key.data.dataName.bytes, words), keyWords(key.data.accountId));
    case 'claimableBalance':
      return balanceWords(key.claimableBalance.balanceId, words);
    case 'liquidityPool':
      return poolWords(key.liquidityPool.liquidityPoolId, words);
    case 'contractData':
      return words.contractData(contractAddressWords(key.contractData.contract, words));
    case 'contractCode':
      return words.contractCode(toHex(key.contractCode.hash.toBytes()));
    case 'configSetting':
    case 'ttl':
      return words.entryOfKind(key.type);
  }
}
