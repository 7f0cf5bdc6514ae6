/** The minimum that could answer `tools/list`: a script that writes prepared bytes, without any library. */
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const tools: unknown = JSON.parse(
  readFileSync(new URL('../../../packages/mcp-server/tools.json', import.meta.url), 'utf8'),
);
const list = JSON.stringify({ tools });

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'tools/list') process.stdout.write(`{"result":${list},"jsonrpc":"2.0","id":${id}}\n`);
  if (method !== 'initialize') return;
  const { protocolVersion } = params;
  const result = { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bare', version: '1' } };
  process.stdout.write(`${JSON.stringify({ result, jsonrpc: '2.0', id })}\n`);
});
