/** Wallets that inject an object into the page: its type is what the maker documents; its behaviour is not trusted. */
import type { Answer43 } from './ask-wallet.ts';

/** A content script may come after the page's own script. */
const LOOKS_MS = [0, 100, 400];

/** Whether it appears, without calling it. */
export async function isInjected(look: () => unknown): Promise<boolean> {
  for (const wait of LOOKS_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (look() !== undefined) return true;
  }
  return false;
}

type Options43 = { readonly networkPassphrase: string; readonly address: string };

type Page = {
  readonly hanaWallet?: {
    readonly stellar?: {
      getPublicKey(): Promise<string>;
      signTransaction(order: Record<'xdr' | 'accountToSign' | 'networkPassphrase', string>): Promise<string>;
      /** Not in its older ones. */
      signMessage?(order: { readonly message: string; readonly accountToSign: string }): Promise<string>;
    };
  };
  readonly kleverWallet?: {
    readonly stellar?: {
      getAddress(): Promise<{ readonly address?: unknown; readonly error?: unknown }>;
      getNetwork(): Promise<{ readonly networkPassphrase?: unknown; readonly error?: unknown }>;
      signTransaction(xdr: string, options: Options43): Promise<Answer43>;
      signMessage?(message: string, options: Options43): Promise<Answer43>;
    };
  };
  readonly rabet?: {
    connect(): Promise<{ readonly publicKey?: unknown }>;
    sign(xdr: string, network: 'mainnet' | 'testnet'): Promise<{ readonly xdr?: unknown }>;
  };
  readonly xBullSDK?: object;
};

const page = globalThis as Page;

export const hana = () => page.hanaWallet?.stellar;
export const klever = () => page.kleverWallet?.stellar;
export const rabet = () => page.rabet;
export const xBullExtension = () => page.xBullSDK;
