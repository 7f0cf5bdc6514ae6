/** What hosts in web pages, and proxies, find in the answers. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connectHost, connectNewHost, serveHttpHere } from '@countersign/testkit/mcp/http-host';
import { startIssuer } from '@countersign/testkit/mcp/issuer';
import { freePort } from '@countersign/testkit/processes/ports';
import { expect, test } from 'vitest';
import icons from '../../icons.json' with { type: 'json' };
import { EMBEDDED_ICONS } from '../handlers/icons.ts';

test('the icons are served to everybody, and named by address where the server has a public one', async () => {
  const issuer = await startIssuer();
  const env = { COUNTERSIGN_OAUTH_ISSUER: issuer.url, COUNTERSIGN_PAGE_PORT: String(await freePort()) };
  const { url, port } = await serveHttpHere({ ...env, COUNTERSIGN_PUBLIC_URL: 'https://escrow.example.org' });
  expect(url).toBe('https://escrow.example.org/mcp');
  const here = `http://127.0.0.1:${port}`;
  const token = await issuer.token('ada', url);
  const { client } = await connectHost(`${here}/mcp`, token);
  const [server, tools] = [client.getServerVersion(), (await client.listTools()).tools];
  const sizes = [64, 128, 256, 512];
  const named = sizes.map((size) => ({
    src: `https://escrow.example.org/icons/${size}.png`,
    mimeType: 'image/png',
    sizes: [`${size}x${size}`],
  }));
  expect(server?.icons).toEqual(named);
  for (const tool of tools) expect(tool.icons, tool.name).toEqual(named);
  const newer = await connectNewHost(`${here}/mcp`, token);
  expect(newer.getServerVersion()?.icons).toEqual(named);
  for (const size of sizes) {
    const response = await fetch(`${here}/icons/${size}.png`);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(sizeOf(Buffer.from(await response.arrayBuffer()))).toEqual([size, size]);
  }
  for (const name of ['63.png', '64.svg', '__proto__', 'constructor']) {
    expect((await fetch(`${here}/icons/${name}`)).status, name).toBe(404);
  }
});

test('the icons are drawn from the signing page’s icon, as it is now; `pnpm pictures --icons` draws them', async () => {
  const svg = await readFile(new URL('../../../signing-page/src/browser/icon.svg', import.meta.url));
  expect(icons.of).toBe(createHash('sha256').update(svg).digest('hex'));
  const [drawn, embedded] = EMBEDDED_ICONS;
  expect([drawn?.mimeType, embedded?.sizes]).toEqual(['image/svg+xml', ['64x64']]);
  const [, data = ''] = (embedded?.src ?? '').split('base64,');
  expect(sizeOf(Buffer.from(data, 'base64'))).toEqual([64, 64]);
});

/** Of a PNG, as its header has it. */
function sizeOf(png: Buffer): readonly number[] {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}
