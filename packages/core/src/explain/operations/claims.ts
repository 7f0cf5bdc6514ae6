import type { xdr } from '@stellar/stellar-sdk/base';
import { toHex } from '../../envelope/bytes.ts';
import { balanceWords, contractAddressWords, keyWords, poolWords, signerWords } from '../address-words.ts';
import { amountWords, assetWords } from '../asset-words.ts';
import { clause, listed, type Scene } from '../scene.ts';
import { timeWords } from '../time-words.ts';
import { textWords } from '../value-words.ts';
import type { Describers } from './describers.ts';

export const CLAIMS: Describers<
  | 'createClaimableBalance'
  | 'claimClaimableBalance'
  | 'beginSponsoringFutureReserves'
  | 'endSponsoringFutureReserves'
  | 'revokeSponsorship'
> = {
  createClaimableBalance: {
    name: 'a claimable balance',
    say: ({ createClaimableBalanceOp: { amount, asset, claimants } }, scene) => {
      const who = claimants.map(({ v0 }) => `${keyWords(v0.destination)} ${whenWords(v0.predicate)}`);
      const what = amountWords(amount, asset, scene);
      const by = `to be claimed by ${listed(who, 10, '; or by ') || 'nobody'}`;
      scene.warn('money', `sets ${what} of ${scene.actor} aside, ${by}`);
      return `Sets ${what} aside, ${by}`;
    },
  },
  claimClaimableBalance: {
    name: 'the claim of a balance',
    say: ({ claimClaimableBalanceOp: { balanceId } }, scene) =>
      `Claims ${balanceWords(balanceId)} for ${scene.actor} (what it holds does not stand in the transaction)`,
  },
  beginSponsoringFutureReserves: {
    name: 'the beginning of a sponsorship',
    say: ({ beginSponsoringFutureReservesOp: { sponsoredId } }, scene) => {
      const words = `Lets ${scene.actor} put up the reserves for what ${keyWords(sponsoredId)} creates in the operations that follow`;
      scene.warn('trust', clause(words));
      return words;
    },
  },
  endSponsoringFutureReserves: {
    name: 'the end of a sponsorship',
    say: (_, scene) => `Ends the sponsorship of ${scene.actor} that began before`,
  },
  revokeSponsorship: {
    name: 'a sponsorship handed back',
    say: ({ revokeSponsorshipOp: revoked }, scene) =>
      revoked.type === 'revokeSponsorshipLedgerEntry'
        ? `Stops sponsoring ${entryWords(revoked.ledgerKey, scene)}`
        : `Stops sponsoring the signer ${signerWords(revoked.signer.signerKey)} of ${keyWords(revoked.signer.accountId)}`,
  },
};

/** The protocol takes four levels; more than that is not worth reading. */
function whenWords(predicate: xdr.ClaimPredicate, depth = 4): string {
  if (depth === 0) return '(under more conditions)';
  const all = (list: readonly xdr.ClaimPredicate[], between: string) =>
    `(${listed(
      list.map((item) => whenWords(item, depth - 1)),
      4,
      between,
    )})`;
  switch (predicate.type) {
    case 'claimPredicateUnconditional':
      return 'at any time';
    case 'claimPredicateAnd':
      return all(predicate.andPredicates, ' and ');
    case 'claimPredicateOr':
      return all(predicate.orPredicates, ' or ');
    case 'claimPredicateNot':
      return predicate.notPredicate === null ? 'never' : `not ${whenWords(predicate.notPredicate, depth - 1)}`;
    case 'claimPredicateBeforeAbsoluteTime':
      return `before ${timeWords(predicate.absBefore)}`;
    case 'claimPredicateBeforeRelativeTime':
      return `within ${predicate.relBefore} s of its creation`;
  }
}

/** An entry of the ledger, by what it is and whose. */
function entryWords(key: xdr.LedgerKey, scene: Scene): string {
  switch (key.type) {
    case 'account':
      return `the account ${keyWords(key.account.accountId)}`;
    case 'trustline': {
      const { accountId, asset } = key.trustLine;
      return `the trustline of ${keyWords(accountId)} for ${asset.type === 'assetTypePoolShare' ? `shares of ${poolWords(asset.liquidityPoolId)}` : assetWords(asset, scene)}`;
    }
    case 'offer':
      return `offer ${key.offer.offerId} of ${keyWords(key.offer.sellerId)}`;
    case 'data':
      return `the data entry ${textWords(key.data.dataName.bytes)} of ${keyWords(key.data.accountId)}`;
    case 'claimableBalance':
      return balanceWords(key.claimableBalance.balanceId);
    case 'liquidityPool':
      return poolWords(key.liquidityPool.liquidityPoolId);
    case 'contractData':
      return `data of contract ${contractAddressWords(key.contractData.contract)}`;
    case 'contractCode':
      return `contract code ${toHex(key.contractCode.hash.toBytes())}`;
    case 'configSetting':
    case 'ttl':
      return `an entry of the kind ${key.type}`;
  }
}
