/**
 * Whether the server can answer a host here: another one is started with the same settings and asked to begin. The
 * running one talks to its own host alone. Ends with 0 or 1.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const clientInfo = { name: 'health', version: '1' };
const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
const server = spawn(process.execPath, [fileURLToPath(new URL('cli.js', import.meta.url))], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const end = (/** @type {number} */ code) => {
  server.kill();
  process.exit(code);
};
setTimeout(end, 8_000, 1);
server.on('exit', () => end(1));
server.stdout.on('data', (chunk) => end(String(chunk).includes('"serverInfo"') ? 0 : 1));
server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
