/** `pnpm explain <file or ->`: what a transaction says, decoded only on this machine. */
import { explainTransaction } from '@countersign/core/explain';
import { parseSettings } from '@countersign/core/settings';
import { readInput } from '@countersign/mcp-server/command-line/read-input';
import { runCommand, UsageError } from '@countersign/mcp-server/command-line/run-command';
import { explanationText } from '@countersign/mcp-server/command-line/texts';

const USAGE = `usage: pnpm explain <file or ->

  Says in plain words what a transaction (XDR, base64) does. Reads it from a file, or with - from standard input.
  STELLAR_NETWORK says which network it is believed to be for (sandbox, testnet or public; default sandbox).`;

await runCommand(async () => {
  const [file, ...more] = process.argv.slice(2);
  if ((file === '--help' || file === '-h') && more.length === 0) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  if (file === undefined || more.length > 0 || /^-./.test(file)) throw new UsageError(USAGE);
  const text = await readInput(file);
  const { network, feeStop } = parseSettings(process.env, { needsService: false });
  const explained = explainTransaction(text, network, Math.floor(Date.now() / 1_000), { feeStop });
  process.stdout.write(explanationText(explained, process.stdout.columns));
});
