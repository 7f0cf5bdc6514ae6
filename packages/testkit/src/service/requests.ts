/** Requests for tests, with addresses from public documentation (Circle's issuers and token contracts). */
import { type DeployRequest, encodeStrKey } from '@countersign/core/escrow';

export const SIGNER = 'GBBD47IF6LWK7P7MDEVSCWR7DPUWV3NY3DTQEVFL4NAT4AQH3ZLLFLA5';
export const OTHER = 'GB3Q6QDZYTHWT7E5PVS3W7FUT5GVAFC5KSZFFLPU25GO7VTC3NM2ZTVO';
export const TOKEN_CONTRACT = 'CBIELTK6YBZJU5UP2WWQEUCYKLPU6AUNZ2BQ4WWFEIE3USCIHMXQDAMA';

export const REQUEST: DeployRequest = {
  signer: SIGNER,
  engagementId: 'ENG-1',
  title: 'Logo “Ünïcode”',
  description: 'First line\nsecond line',
  roles: {
    approver: SIGNER,
    serviceProvider: OTHER,
    platformAddress: SIGNER,
    releaseSigner: OTHER,
    disputeResolver: SIGNER,
    receiver: OTHER,
  },
  platformFee: '0.29',
  milestones: [
    { description: 'Draft', amount: '10.5' },
    { description: 'Final', amount: '900719925474.0992123' },
  ],
  trustline: { address: TOKEN_CONTRACT, decimals: 10_000_000 },
};

/** The escrow address number `index` of as many as a test wants. */
export function escrowAddress(index: number): string {
  const payload = new Uint8Array(32);
  new DataView(payload.buffer).setUint32(0, index);
  return encodeStrKey('contract', payload);
}

export const escrowAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => escrowAddress(index));
