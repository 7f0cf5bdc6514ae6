/** What is known of Trustless Work by network: read from its transactions (docs/contract.md), not confirmed by it. */
import type { Network, Pins } from './network.ts';

export type Preset = Pick<Network, 'factory' | 'wasmHash' | 'single' | 'feeAddress'> & { readonly serviceUrl: string };

export const TRUSTLESS_WORK = {
  testnet: {
    serviceUrl: 'https://dev.api.trustlesswork.com',
    factory: 'CAZZOSFFNQQSDOLPPGN5BDITMNSLZITXW4S7V5ISM5EAB2THBD7F2AHR',
    wasmHash: '5618791548edfc44074e4b79e5d1b29f5712ff98eead12d22fb4d7f04d4edbf2',
    single: {
      factory: 'CDHBR6AFWLSLZGAQSXGYRBUEMZHV4AYHH7EAXVOU5VKOV3P5LSERR37D',
      wasmHash: '7c3f7b2af92ad86092708b23babf80f9e1308d7f3ce18b703b9499192ecc934b',
    },
    feeAddress: 'GA6KH5VWPCHBOEF63X57SPX6T4H366YFFKKGCVDBTXT2N7JVL6PJCK7G',
  },
  /** Its factories and code are not known for certain: the operator must pin them, or accept `FOUND_UNCONFIRMED`. */
  public: {
    serviceUrl: 'https://api.trustlesswork.com',
    feeAddress: 'GBWWSOATPLIC72ZBOIM7WJCT7VCAHNWW4QUBZ2H4FORMCCIUM5ZVKSZN',
  },
} as const satisfies Record<'testnet' | 'public', Preset>;

/**
 * The pins of multi-release escrows on public: found on the ledger, not confirmed by the service's owner, so nothing
 * uses them unless the operator accepts them. Sources: one signed deploy of 31 August 2026, and an archive of compiled
 * contracts (docs/contract.md). The factory of single-release escrows was not found.
 */
export const FOUND_UNCONFIRMED = {
  factory: 'CB2HSK3BTB5LCNDZNBMHELPI3DLS724GKFVFQQOXZBOYU2CIPAR5QDMD',
  wasmHash: '2ddb5ef1f8f029ea93313ed7a6886f763eda7287d8a08bacc0a427ab0aa1dc1f',
} as const satisfies Pins;
