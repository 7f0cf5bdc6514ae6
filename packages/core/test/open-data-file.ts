/** Opens the store's file in a process of its own: `<folder> [<step> kill | <step> <milliseconds to wait there>]`. */
import { openDataFile } from '../src/data-file.ts';
import { STORE_FORMAT } from '../src/desk/store-database.ts';

const [folder = '', step, what] = process.argv.slice(2);
const database = openDataFile(folder, STORE_FORMAT, {
  synchronous: 'FULL',
  reached: (at) => {
    if (at !== step) return;
    process.stdout.write(`${at}\n`);
    if (what === 'kill') process.kill(process.pid, 'SIGKILL');
    else Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(what));
  },
});
database.close();
