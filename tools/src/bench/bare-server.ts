/** The minimum that could answer `tools/list`: a script that writes prepared bytes, without any library. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @returns the file that Node starts */
export async function writeBareServer(folder: string, tools: unknown): Promise<string> {
  const file = join(folder, 'bare.mjs');
  await writeFile(
    file,
    `const tools = ${JSON.stringify(JSON.stringify(tools))};
     let rest = '';
     process.stdin.on('data', (chunk) => {
       const lines = (rest + chunk).split('\\n');
       rest = lines.pop();
       for (const line of lines) {
         const { id, method, params } = JSON.parse(line);
         if (method === 'tools/list') process.stdout.write('{"result":' + tools + ',"jsonrpc":"2.0","id":' + id + '}\\n');
         if (method !== 'initialize') continue;
         const { protocolVersion } = params;
         const result = { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bare', version: '1' } };
         process.stdout.write(JSON.stringify({ result, jsonrpc: '2.0', id }) + '\\n');
       }
     });`,
  );
  return file;
}
