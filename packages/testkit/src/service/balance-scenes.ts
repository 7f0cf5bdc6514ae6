/** Scenes that answer balance queries as a service would, each address with a balance of its own. */
import { answer, type Scene } from './scripted-service.ts';

/** The addresses of a query, read as an independent server would. */
export function addressesOf(url: string): string[] {
  return new URL(url, 'http://service.example').searchParams.getAll('addresses[]');
}

/** Answers every address with a balance of its own, but refuses a request that holds one of the culprits. */
export function wallets(
  culprits: readonly string[] = [],
  refusal: Scene = answer(404, { error: 'Escrow not found' }),
): Scene {
  return (response, asked) => {
    const addresses = addressesOf(asked.url);
    if (addresses.some((address) => culprits.includes(address))) return refusal(response, asked);
    const entries = addresses.map((address) => `{"address":"${address}","balance":${balanceOf(address)}}`);
    answer(200, `[${entries.join(',')}]`)(response, asked);
  };
}

/** Seven decimals, from the address alone, too long for a float. */
function balanceOf(address: string): string {
  return `9007199254${address.length}.${[...address].reduce((sum, character) => (sum * 31 + character.charCodeAt(0)) % 899_999, 7) + 100_000}1`;
}

export const read = (address: string) => ({ address, balance: balanceOf(address) });
