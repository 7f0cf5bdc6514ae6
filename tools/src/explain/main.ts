/** `pnpm explain <file or ->`: what a transaction does, and what the data folder and the ledger know of it. */
import { openDesk } from '@countersign/core';
import { hasRequests } from '@countersign/core/desk/has-requests';
import { type ExplainPolicy, explainTransaction } from '@countersign/core/explain';
import { parseSettings, type Settings } from '@countersign/core/settings';
import { startSandbox } from '@countersign/escrow-service';
import { readInput } from '@countersign/mcp-server/command-line/read-input';
import { explanationText } from '@countersign/mcp-server/command-line/texts';
import { runWithOptions } from '../command-line/run-with-options.ts';

const USAGE = `usage: pnpm explain <file or ->

  Says in plain words what a transaction (XDR, base64) does. Reads it from a file, or with - from standard input.
  If anything was prepared here, it also says whether this was, and for which escrow of the ledger it is.
  STELLAR_NETWORK says which network it is believed to be for (sandbox, testnet or public; default sandbox).`;

await runWithOptions({ usage: USAGE, options: {}, argumentCount: 1 }, async (_, [file = '']) => {
  const text = await readInput(file);
  const settings = parseSettings(process.env, { needsService: false });
  const { network, feeStop } = settings;
  const explain = (known?: ExplainPolicy['known']) =>
    explainTransaction(text, network, Math.floor(Date.now() / 1_000), { feeStop, known });
  const alone = explain();
  const known = await knownHere(settings, text);
  const explained = known === undefined ? alone : explain(known);
  process.stdout.write(explanationText(explained, process.stdout.columns));
});

/** Nothing where the desk cannot be opened: the transaction alone is explained as well. */
async function knownHere(settings: Settings, text: string): Promise<ExplainPolicy['known']> {
  const { dataDir, databaseUrl, network } = settings;
  if (databaseUrl === undefined && !hasRequests(dataDir)) return undefined;
  const desk = await openDesk(settings, { startSandbox: () => startSandbox({ dataDir, network }) }).catch(
    () => undefined,
  );
  try {
    return await desk?.recognise(text);
  } finally {
    await desk?.close();
  }
}
