/**
 * What is known of Trustless Work, the live service, by network. Constants only, so that nothing loads to read them.
 *
 * Read from transactions that it built in September 2026 (docs/contract.md names them). Not confirmed by the service.
 */
import type { Network } from './network.ts';

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
  /** Its factories and code are not known for certain, so the operator must pin them. */
  public: {
    serviceUrl: 'https://api.trustlesswork.com',
    feeAddress: 'GBWWSOATPLIC72ZBOIM7WJCT7VCAHNWW4QUBZ2H4FORMCCIUM5ZVKSZN',
  },
} as const satisfies Record<'testnet' | 'public', Preset>;
