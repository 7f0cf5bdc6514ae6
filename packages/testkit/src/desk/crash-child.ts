/** Makes one call of a desk in a process of its own, which SIGKILL ends at the step that the call says. */
import { type CrashCall, callOnce } from './crash-desk.ts';

process.stdout.write(JSON.stringify(await callOnce(JSON.parse(process.argv[2] ?? '') as CrashCall)));
