/** The process of the greedy tenant. */
import { callerOf, type LoadTask, openLoop } from './mcp-caller.ts';

const { url, token, perSecond, seconds } = JSON.parse(process.argv[2] ?? '{}') as LoadTask;
const call = callerOf(url, token);
let done = 0;
const { started } = await openLoop(perSecond, seconds, async () => {
  if (await call()) done += 1;
});
process.send?.({ asked: started, done });
process.disconnect();
