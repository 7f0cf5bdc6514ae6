/** The page reads what the SDK reads, by the parts that it is sent. */
import { fileURLToPath } from 'node:url';
import { scValToBigInt, xdr } from '@stellar/stellar-sdk/base';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { sdkParts } from './sdk-parts.ts';

const { ScVal } = xdr;

test('an integer of every kind has the value that the SDK reads', async () => {
  const from = (name: string) =>
    JSON.stringify(fileURLToPath(new URL(name, import.meta.resolve('@stellar/stellar-sdk/base'))));
  const contents = `export { scValToBigInt } from ${from('numbers/index.js')}; export * as xdr from ${from('../xdr/index.js')};`;
  const stdin = { contents, resolveDir: import.meta.dirname };
  const { outputFiles } = await build({ stdin, plugins: [...sdkParts], bundle: true, format: 'esm', write: false });
  const source = `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.contents ?? []).toString('base64')}`;
  const page: { scValToBigInt: typeof scValToBigInt; xdr: typeof xdr } = await import(/* @vite-ignore */ source);
  const words = [0n, 1n, 2n ** 63n, 2n ** 64n - 1n];
  const signed = [-(2n ** 63n), -1n, 0n, 1n, 2n ** 63n - 1n];
  const values = [
    ...words.map((value) => ScVal.scvU64(value)),
    ...signed.map((value) => ScVal.scvI64(value)),
    ...words.flatMap((lo) => [
      ...words.map((hi) => ScVal.scvU128(new xdr.Uint128Parts({ hi, lo }))),
      ...signed.map((hi) => ScVal.scvI128(new xdr.Int128Parts({ hi, lo }))),
      ...signed.map((hiHi) => ScVal.scvI256(new xdr.Int256Parts({ hiHi, hiLo: lo, loHi: 1n, loLo: lo }))),
    ]),
    ScVal.scvU32(7),
    ScVal.scvI32(-7),
  ];
  for (const value of values) {
    expect(page.scValToBigInt(page.xdr.ScVal.fromXdr(value.toXdr()))).toBe(scValToBigInt(value));
  }
});
