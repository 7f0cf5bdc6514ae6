/** A receiver on another blockchain, by Circle's CCTP; nothing here asks for one. Source: docs/contract.md. */

export type CrossChainReceiver = {
  /** Circle's number of the blockchain. */
  readonly domain: number;
  /** 32 bytes in lower-case hex: an account there. */
  readonly recipient: string;
};

/** This domain means that it is switched off, and the share is paid on Stellar. */
const OFF = 0xffff_ffff;

/** Circle's published names. */
const CHAINS: Readonly<Record<number, string>> = {
  0: 'Ethereum',
  1: 'Avalanche',
  2: 'OP',
  3: 'Arbitrum',
  5: 'Solana',
  6: 'Base',
  7: 'Polygon',
};

export const NO_CROSS_CHAIN_RECEIVER: CrossChainReceiver = { domain: OFF, recipient: '0'.repeat(64) };

export function crossChainTarget(receiver: CrossChainReceiver | undefined): CrossChainReceiver | undefined {
  return receiver === undefined || receiver.domain === OFF ? undefined : receiver;
}

export const chainName = (domain: number): string | undefined => CHAINS[domain];

/** `6 (Base)` */
export function chainText(domain: number): string {
  const name = chainName(domain);
  return name === undefined ? `${domain}` : `${domain} (${name})`;
}

/** As data, in no language: `6 (Base) 0x…`. */
export const crossChainText = ({ domain, recipient }: CrossChainReceiver): string =>
  `${chainText(domain)} 0x${recipient}`;
