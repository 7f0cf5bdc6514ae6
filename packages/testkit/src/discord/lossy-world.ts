/** A world whose service may lose the outcome of a sending. */
import { startScriptedService } from '../service/scripted-service.ts';
import { passTo } from '../service/stand-in.ts';
import { startWorld } from './bot.ts';

/** The service behind a proxy that loses what is sent while `lose` is set, and holds it back until `held` ends. */
export async function startLossyWorld() {
  const world = await startWorld();
  const state = { lose: true, held: Promise.resolve() };
  const pass = passTo(String(world['ESCROW_API_URL']));
  const { url } = await startScriptedService(async (response, request) => {
    if (request.url.includes('send-transaction')) {
      if (state.lose) return response.destroy();
      await state.held;
    }
    return pass(response, request);
  });
  const env: Record<string, string> = { ...world, ESCROW_API_URL: url };
  return { env, state };
}
